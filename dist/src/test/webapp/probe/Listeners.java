package probe;

import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionIdListener;
import javax.servlet.http.HttpSessionListener;

/** Notes all session events of the application. */
public final class Listeners
    implements HttpSessionListener, HttpSessionIdListener, HttpSessionAttributeListener {

  @Override
  public void sessionCreated(HttpSessionEvent event) {
    Events.add(event.getSession(), "created");
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent event) {
    HttpSession session = event.getSession();
    Events.add(session, "destroyed user=" + session.getAttribute("user"));
  }

  @Override
  public void sessionIdChanged(HttpSessionEvent event, String oldId) {
    Events.add(event.getSession(), "idChanged");
  }

  @Override
  public void attributeAdded(HttpSessionBindingEvent event) {
    Events.add(event.getSession(), "added " + event.getName());
  }

  @Override
  public void attributeRemoved(HttpSessionBindingEvent event) {
    Events.add(event.getSession(), "removed " + event.getName());
  }

  @Override
  public void attributeReplaced(HttpSessionBindingEvent event) {
    Events.add(event.getSession(), "replaced " + event.getName());
  }
}
