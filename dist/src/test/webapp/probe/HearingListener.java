package probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionAttributeListener;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionIdListener;
import javax.servlet.http.HttpSessionListener;

/** Notes all events of sessions under its own name. */
abstract class HearingListener
    implements HttpSessionListener, HttpSessionIdListener, HttpSessionAttributeListener {

  private final String name;

  HearingListener(String name) {
    this.name = name;
  }

  void note(HttpSession session, String event) {
    NodeReplies.note(session, name + ' ' + event);
  }

  @Override
  public void sessionCreated(HttpSessionEvent event) {
    note(event.getSession(), "created");
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent event) {
    HttpSession session = event.getSession();
    List<String> attributes = new ArrayList<>();
    for (String attribute : Collections.list(session.getAttributeNames())) {
      attributes.add(attribute + '=' + session.getAttribute(attribute));
    }
    Collections.sort(attributes);
    note(session, "destroyed " + attributes);
  }

  @Override
  public void sessionIdChanged(HttpSessionEvent event, String oldId) {
    note(event.getSession(), "id changed");
  }

  @Override
  public void attributeAdded(HttpSessionBindingEvent event) {
    note(event.getSession(), "added " + event.getName() + '=' + event.getValue());
  }

  @Override
  public void attributeRemoved(HttpSessionBindingEvent event) {
    note(event.getSession(), "removed " + event.getName() + '=' + event.getValue());
  }

  @Override
  public void attributeReplaced(HttpSessionBindingEvent event) {
    note(event.getSession(), "replaced " + event.getName() + '=' + event.getValue());
  }
}
