package io.holdfast.tomcat.response;

import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.jspecify.annotations.Nullable;

/**
 * What Tomcat's session tells only together with something else, or not where a listener failed,
 * and what else only servlet types tell. No method throws what a listener throws.
 */
public interface AttributeEvents {

  /**
   * An attribute that Tomcat (since 9.0.121, 10.1.58 and 11.0.25) sets to close the WebSockets of
   * the session's user at its end. It knows those of one Tomcat.
   */
  String SOCKETS = "org.apache.tomcat.websocket.server.WsHttpSessionBindingListener";

  /**
   * What the names of attributes begin with in which Spring keeps who destroys a bean of session
   * scope; the name of the bean, which is that of its attribute, follows. They know the bean as it
   * is in one Tomcat: {@link #ending} makes others.
   */
  String DESTRUCTION =
      "org.springframework.web.context.request.ServletRequestAttributes.DESTRUCTION_CALLBACK.";

  /** Returns whether an attribute wants to know when its session comes and goes. */
  boolean listensToActivation(Object value);

  /** Tells an attribute, if it listens, that it was decoded from its record. */
  void didActivate(StandardSession session, Object value);

  /** Tells an attribute, if it listens, that its session is about to leave this Tomcat. */
  void willPassivate(StandardSession session, Object value);

  /** Tells the application's listeners that an attribute was removed. */
  void removed(StandardSession session, String name, Object value);

  /**
   * Closes the WebSockets of the session's user, as at its end, when the application is not told of
   * the end here. To be called while the session is valid.
   *
   * @param attribute the session's attribute {@link #SOCKETS}; null if it has none, as with older
   *     Tomcats
   */
  void closeSockets(StandardSession session, @Nullable Object attribute);

  /**
   * Prepares the session's end: beans of Spring's session scope are destroyed with it. To be called
   * while the session is valid, and only if the application is told of the end here.
   *
   * @param attributes of the session, to which listeners may be added
   */
  void ending(StandardSession session, Map<String, Object> attributes);

  /**
   * Returns whether an application takes ids of sessions from TLS (Servlet 4.0, 7.1.2): they are
   * those of a client's connection to this Tomcat.
   */
  boolean takesIdsFromTls(Context application);

  /** For the servlet types of the running Tomcat. */
  static AttributeEvents ofRunningTomcat() {
    String name = "";
    try {
      // what the servlet types of the running Tomcat begin with, whatever else is on its class path
      String filter = FilterDef.class.getMethod("getFilter").getReturnType().getName();
      name =
          "%s.%s.ListenerCalls"
              .formatted(
                  AttributeEvents.class.getPackageName(), filter.substring(0, filter.indexOf('.')));
      return Class.forName(name).asSubclass(AttributeEvents.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Holdfast's jar lacks " + name, e);
    }
  }
}
