package probe;

import javax.servlet.http.HttpSession;

/** What a client can do to a session with a line of text, outside of any request. */
final class SessionLine {

  private SessionLine() {}

  /** Sets an attribute for {@code name=value}, removes it for {@code name=}, else shows it. */
  static String answer(HttpSession session, String line) {
    int equals = line.indexOf('=');
    try {
      if (equals < 0) {
        return String.valueOf(session.getAttribute(line));
      }
      String name = line.substring(0, equals);
      String value = line.substring(equals + 1);
      if (value.isEmpty()) {
        session.removeAttribute(name);
      } else {
        session.setAttribute(name, value);
      }
      return "done";
    } catch (IllegalStateException e) {
      return "ended";
    }
  }
}
