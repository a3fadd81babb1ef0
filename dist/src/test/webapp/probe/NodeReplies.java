package probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.servlet.http.HttpSession;

/**
 * What listeners heard, in order, in a file that outlives the application and its Tomcat: the
 * session's id without its route, a blank, the event.
 */
final class NodeReplies {

  private NodeReplies() {}

  static void note(HttpSession session, String event) {
    String line = session.getId().replaceFirst("\\..*", "") + ' ' + event + intrusion() + '\n';
    Path file =
        Path.of(
            System.getProperty("catalina.base"),
            "heard-" + session.getServletContext().getContextPath().substring(1) + ".txt");
    synchronized (NodeReplies.class) {
      try {
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Names the thread if the application's code must not run on it, because other sessions wait for it. */
  private static String intrusion() {
    String thread = Thread.currentThread().getName();
    boolean ours = thread.startsWith("holdfast-") && !thread.contains("-backup-");
    return ours ? " on thread " + thread : "";
  }

  /** Whether the application wants its listeners to fail, after they have noted the event. */
  static void failIfAsked(HttpSession session) {
    if (session.getServletContext().getInitParameter("failing") != null) {
      throw new IllegalStateException("a listener fails, as asked");
    }
  }
}
