package io.holdfast.tomcat;

import io.holdfast.tomcat.session.ContextNames;
import java.lang.reflect.Method;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;

/** How an application's clients tell which session is theirs. */
final class TrackingModes {

  private static final String TLS = "SSL";

  private TrackingModes() {}

  /**
   * Refuses ids that come from TLS (Servlet 4.0, 7.1.2): they are those of a client's connection to
   * this Tomcat.
   *
   * @throws LifecycleException if the application uses them
   */
  static void check(Context context) throws LifecycleException {
    if (of(context).stream().anyMatch(mode -> mode.toString().equals(TLS))) {
      throw new LifecycleException(
          ("Holdfast cannot start for %s: tracking-mode SSL takes session ids from TLS connections,"
                  + " which no other Tomcat knows; use COOKIE or URL")
              .formatted(ContextNames.of(context)));
    }
  }

  /** The modes in effect; their type and that which tells them differ between namespaces. */
  private static Set<?> of(Context context) {
    try {
      Method servletContext = Context.class.getMethod("getServletContext");
      Method modes = servletContext.getReturnType().getMethod("getEffectiveSessionTrackingModes");
      return (Set<?>) modes.invoke(servletContext.invoke(context));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot find out how Tomcat tracks sessions", e);
    }
  }
}
