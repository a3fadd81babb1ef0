package io.holdfast.demo.proxy;

import io.holdfast.core.session.SessionId;
import org.jspecify.annotations.Nullable;

/** Finds the session id among the cookies of a request. */
public final class SessionCookie {

  private static final String NAME = "JSESSIONID=";

  private SessionCookie() {}

  /**
   * The id that the client sends; null if there is none or it is not an id.
   *
   * @param cookieHeader the value of the header {@code Cookie}; null if it is absent
   */
  public static @Nullable SessionId in(@Nullable String cookieHeader) {
    if (cookieHeader == null) {
      return null;
    }
    for (String cookie : cookieHeader.split(";", -1)) {
      String trimmed = cookie.strip();
      if (trimmed.startsWith(NAME)) {
        return SessionId.parse(trimmed.substring(NAME.length()));
      }
    }
    return null;
  }
}
