package io.holdfast.tomcat.response.javax;

import io.holdfast.core.log.Loggers;
import io.holdfast.tomcat.response.AttributeEvents;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Consumer;
import javax.servlet.ServletContext;
import javax.servlet.SessionTrackingMode;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.Context;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/** Calls listeners; what one of them throws ends in the log, as with Tomcat. */
public final class ListenerCalls implements AttributeEvents {

  private static final System.Logger LOG = Loggers.of(ListenerCalls.class);

  /**
   * Tomcat's listener, which closes the WebSockets of a session's user; the class is not public.
   * Newer Tomcats have none.
   */
  private static final String SOCKETS = "org.apache.tomcat.websocket.server.WsSessionListener";

  /** The attribute that does so instead; that is its class, too. */
  private static final String SOCKETS_ATTRIBUTE = AttributeEvents.SOCKETS;

  /** Creates the caller; {@link AttributeEvents#ofRunningTomcat} does. */
  public ListenerCalls() {}

  @Override
  public boolean listensToActivation(Object value) {
    return value instanceof HttpSessionActivationListener;
  }

  @Override
  public void didActivate(StandardSession session, Object value) {
    tell(value, listener -> listener.sessionDidActivate(new HttpSessionEvent(facadeOf(session))));
  }

  @Override
  public void willPassivate(StandardSession session, Object value) {
    tell(value, listener -> listener.sessionWillPassivate(new HttpSessionEvent(facadeOf(session))));
  }

  private static void tell(Object value, Consumer<HttpSessionActivationListener> event) {
    if (value instanceof HttpSessionActivationListener listener) {
      contain(() -> event.accept(listener));
    }
  }

  @Override
  public void removed(StandardSession session, String name, Object value) {
    Object[] listeners = session.getManager().getContext().getApplicationEventListeners();
    HttpSessionBindingEvent event = new HttpSessionBindingEvent(facadeOf(session), name, value);
    for (Object listener : listeners) {
      if (listener instanceof HttpSessionAttributeListener interested) {
        contain(() -> interested.attributeRemoved(event));
      }
    }
  }

  @Override
  public void closeSockets(StandardSession session, @Nullable Object attribute) {
    if (attribute instanceof HttpSessionBindingListener sockets
        && SOCKETS_ATTRIBUTE.equals(attribute.getClass().getName())) {
      HttpSession ended = endedOf(session);
      contain(() -> sockets.valueUnbound(new HttpSessionBindingEvent(ended, SOCKETS_ATTRIBUTE)));
    }
    Object[] listeners = session.getManager().getContext().getApplicationLifecycleListeners();
    for (Object listener : listeners == null ? new Object[0] : listeners) {
      if (listener instanceof HttpSessionListener sockets
          && SOCKETS.equals(listener.getClass().getName())) {
        contain(() -> sockets.sessionDestroyed(new HttpSessionEvent(facadeOf(session))));
      }
    }
  }

  @Override
  public void ending(StandardSession session, Map<String, Object> attributes) {
    ServletContext application = of(session.getManager().getContext());
    contain(() -> SpringBeans.prepareEnd(application, attributes));
  }

  @Override
  public boolean takesIdsFromTls(Context application) {
    return of(application).getEffectiveSessionTrackingModes().contains(SessionTrackingMode.SSL);
  }

  /** Tomcat's attribute asks the session whether it is valid, and for the container of sockets. */
  private static HttpSession endedOf(StandardSession session) {
    return (HttpSession)
        Proxy.newProxyInstance(
            HttpSession.class.getClassLoader(),
            new Class<?>[] {HttpSession.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getServletContext")) {
                return of(session.getManager().getContext());
              }
              throw new IllegalStateException("The session has ended here");
            });
  }

  /** What a context's method returns is named differently in each namespace. */
  private static ServletContext of(Context context) {
    try {
      return (ServletContext) Context.class.getMethod("getServletContext").invoke(context);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Tomcat's context has no servlet context", e);
    }
  }

  private static void contain(Runnable call) {
    try {
      call.run();
    } catch (Throwable t) {
      ExceptionUtils.handleThrowable(t);
      LOG.log(System.Logger.Level.WARNING, "A listener failed", t);
    }
  }

  /** What a session's method returns is named differently in each namespace. */
  private static HttpSession facadeOf(StandardSession session) {
    try {
      return (HttpSession) Session.class.getMethod("getSession").invoke(session);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Tomcat's session has no facade", e);
    }
  }
}
