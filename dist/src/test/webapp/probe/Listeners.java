package probe;

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
    Events.add("created " + event.getSession().getId());
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent event) {
    Events.add(
        "destroyed " + event.getSession().getId() + " user="
            + event.getSession().getAttribute("user"));
  }

  @Override
  public void sessionIdChanged(HttpSessionEvent event, String oldId) {
    Events.add("idChanged " + oldId + " " + event.getSession().getId());
  }

  @Override
  public void attributeAdded(HttpSessionBindingEvent event) {
    Events.add("added " + event.getName());
  }

  @Override
  public void attributeRemoved(HttpSessionBindingEvent event) {
    Events.add("removed " + event.getName());
  }

  @Override
  public void attributeReplaced(HttpSessionBindingEvent event) {
    Events.add("replaced " + event.getName());
  }
}
