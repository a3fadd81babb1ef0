package probe;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.servlet.http.HttpSession;

/**
 * What the listeners heard last, in order: the session's id without its route, a blank, the event.
 */
final class Events {

  /** Older ones are forgotten, so that a Tomcat which runs for hours needs no more memory. */
  private static final int KEPT = 2_000;

  private static final Deque<String> LATEST = new ArrayDeque<>();

  private Events() {}

  static void add(HttpSession session, String event) {
    String line = session.getId().replaceFirst("\\..*", "") + ' ' + event;
    synchronized (LATEST) {
      if (LATEST.size() == KEPT) {
        LATEST.removeFirst();
      }
      LATEST.addLast(line);
    }
  }

  static List<String> all() {
    synchronized (LATEST) {
      return List.copyOf(LATEST);
    }
  }

  static void clear() {
    synchronized (LATEST) {
      LATEST.clear();
    }
  }
}
