package probe;

import java.io.Serializable;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import javax.servlet.http.HttpSessionEvent;

/** An attribute that notes what happens to it, and counts in itself how often it left. */
public final class Hearing
    implements HttpSessionActivationListener, HttpSessionBindingListener, Serializable {

  private static final long serialVersionUID = 1L;

  private final String label;
  private int departures;

  Hearing(String label) {
    this.label = label;
  }

  private void note(HttpSession session, String event) {
    NodeReplies.note(session, event + ' ' + this);
    NodeReplies.failIfAsked(session);
  }

  @Override
  public void sessionWillPassivate(HttpSessionEvent event) {
    departures++;
    note(event.getSession(), "will passivate");
  }

  @Override
  public void sessionDidActivate(HttpSessionEvent event) {
    note(event.getSession(), "did activate");
  }

  @Override
  public void valueBound(HttpSessionBindingEvent event) {
    note(event.getSession(), "bound");
  }

  @Override
  public void valueUnbound(HttpSessionBindingEvent event) {
    note(event.getSession(), "unbound");
  }

  @Override
  public String toString() {
    return label + '/' + departures;
  }
}
