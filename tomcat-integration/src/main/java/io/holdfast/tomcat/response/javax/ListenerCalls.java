package io.holdfast.tomcat.response.javax;

import io.holdfast.core.log.Loggers;
import io.holdfast.tomcat.response.AttributeEvents;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.ExceptionUtils;

/** Calls listeners; what one of them throws ends in the log, as with Tomcat. */
public final class ListenerCalls implements AttributeEvents {

  private static final System.Logger LOG = Loggers.of(ListenerCalls.class);

  /** Tomcat's own, which closes the WebSockets of a session's user; its package is its own. */
  private static final String SOCKETS = "org.apache.tomcat.websocket.server.WsSessionListener";

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
  public void closeSockets(StandardSession session) {
    Object[] listeners = session.getManager().getContext().getApplicationLifecycleListeners();
    for (Object listener : listeners == null ? new Object[0] : listeners) {
      if (listener instanceof HttpSessionListener sockets
          && SOCKETS.equals(listener.getClass().getName())) {
        contain(() -> sockets.sessionDestroyed(new HttpSessionEvent(facadeOf(session))));
      }
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
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Tomcat's session has no facade", e);
    }
  }
}
