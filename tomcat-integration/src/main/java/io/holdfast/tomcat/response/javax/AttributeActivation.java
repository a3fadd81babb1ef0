package io.holdfast.tomcat.response.javax;

import io.holdfast.tomcat.response.Activation;
import java.lang.reflect.InvocationTargetException;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;

/** Tells attributes that are listeners of activation. */
public final class AttributeActivation implements Activation {

  private static final System.Logger LOG = System.getLogger(AttributeActivation.class.getName());

  /** Creates the teller; {@link Activation#ofRunningTomcat} does. */
  public AttributeActivation() {}

  @Override
  public void didActivate(StandardSession session, Object value) {
    if (value instanceof HttpSessionActivationListener listener) {
      try {
        listener.sessionDidActivate(new HttpSessionEvent(facadeOf(session)));
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "A listener of activation failed", e);
      }
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
