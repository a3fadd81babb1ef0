package io.holdfast.tomcat.sticky;

/**
 * Recognizes {@code HttpSession.Accessor}, by which code outside of requests, such as a WebSocket,
 * uses a session from Tomcat 11 on. It begins and ends its use of a session as a request does, but
 * no client has sent it: the session may have moved to another Tomcat.
 *
 * @see <a href="https://jakarta.ee/specifications/servlet/6.1/">Jakarta Servlet 6.1, {@code
 *     HttpSession.getAccessor}</a>
 */
final class AccessorCalls {

  /** Tomcat's implementation. It calls the session, whose calls of us are few frames. */
  private static final String CALLER = "org.apache.catalina.session.StandardSessionAccessor";

  private static final int FRAMES = 12;

  private static final boolean IS_THERE = isThere();

  private AccessorCalls() {}

  /** Older Tomcats have none; there, and for requests, nothing is looked for. */
  private static boolean isThere() {
    try {
      Class.forName(CALLER, false, AccessorCalls.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Whether the caller was called by one. */
  static boolean isOnThisThread() {
    return IS_THERE
        && StackWalker.getInstance()
            .walk(
                frames ->
                    frames.limit(FRAMES).anyMatch(frame -> frame.getClassName().equals(CALLER)));
  }
}
