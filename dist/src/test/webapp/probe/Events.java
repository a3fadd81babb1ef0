package probe;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpSession;

/** What the listeners heard, in order: the session's id without its route, a blank, the event. */
final class Events {

  static final List<String> ALL = new CopyOnWriteArrayList<>();

  private Events() {}

  static void add(HttpSession session, String event) {
    ALL.add(session.getId().replaceFirst("\\..*", "") + ' ' + event);
  }
}
