package probe;

import java.lang.reflect.Field;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Session;
import org.apache.catalina.SessionEvent;
import org.apache.catalina.SessionListener;

/** Hears what the container tells its own listeners of one session. */
final class HearingContainer implements SessionListener {

  private final String name;
  private final boolean failing;

  private HearingContainer(String name, boolean failing) {
    this.name = name;
    this.failing = failing;
  }

  /** Adds two; the first one fails where the application asks for that. */
  static void addTo(HttpSession session) {
    Session internal = behind(session);
    internal.addSessionListener(new HearingContainer("container 1", true));
    internal.addSessionListener(new HearingContainer("container 2", false));
  }

  private static Session behind(HttpSession facade) {
    try {
      Field field = facade.getClass().getDeclaredField("session");
      field.setAccessible(true);
      return (Session) field.get(facade);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void sessionEvent(SessionEvent event) {
    HttpSession session = event.getSession().getSession();
    NodeReplies.note(session, name + ' ' + event.getType());
    if (failing) {
      NodeReplies.failIfAsked(session);
    }
  }
}
