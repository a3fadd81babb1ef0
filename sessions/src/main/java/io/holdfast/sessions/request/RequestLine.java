package io.holdfast.sessions.request;

import java.util.regex.Pattern;

/**
 * What a request asks for.
 *
 * @param uri the path, decoded, without {@code .} and {@code ..} and without parameters such as
 *     {@code ;jsessionid=}; with {@code ?} and the query string if there is one
 */
public record RequestLine(String method, String uri) {

  /**
   * Returns whether the pattern matches the whole URI, or the method, a blank and the URI:
   * memcached-session-manager documented the former and did the latter, so patterns in use may
   * expect either.
   */
  public boolean matches(Pattern pattern) {
    return pattern.matcher(uri).matches() || pattern.matcher(method + " " + uri).matches();
  }
}
