package io.holdfast.tomcat.request;

/** Tells when Tomcat looks for the session cookie of a request, before any valve. */
final class CookieParsing {

  private static final String CLASS = "org.apache.catalina.connector.CoyoteAdapter";
  private static final String METHOD = "parseSessionCookiesId";

  private CookieParsing() {}

  /** Returns whether Tomcat's loop over the cookies has called this thread. */
  static boolean isUnderWay() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().equals(CLASS)
                            && frame.getMethodName().equals(METHOD)));
  }
}
