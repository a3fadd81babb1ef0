package probe;

import java.io.Serializable;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;

/** An attribute that notes what happens to it. */
public final class Watched
    implements HttpSessionActivationListener, HttpSessionBindingListener, Serializable {

  private static final long serialVersionUID = 1L;

  private final String label;

  Watched(String label) {
    this.label = label;
  }

  @Override
  public void sessionWillPassivate(HttpSessionEvent event) {
    Events.add(event.getSession(), "passivate " + label);
  }

  @Override
  public void sessionDidActivate(HttpSessionEvent event) {
    Events.add(event.getSession(), "activate " + label);
  }

  @Override
  public void valueBound(HttpSessionBindingEvent event) {
    Events.add(event.getSession(), "bound " + label);
  }

  @Override
  public void valueUnbound(HttpSessionBindingEvent event) {
    Events.add(event.getSession(), "unbound " + label);
  }

  @Override
  public String toString() {
    return label;
  }
}
