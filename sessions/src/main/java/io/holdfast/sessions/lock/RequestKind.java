package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;

/**
 * Requests that are likely to do the same: their method and their path, without the query, without
 * parameters of the path, and with {@code *} for each segment that looks like an id.
 *
 * @param text method, blank, path
 */
record RequestKind(String text) {

  /** Longer ones are cut: paths come from clients, and kinds are kept. */
  static final int MAX_LENGTH = 200;

  private static final int SHORTEST_TOKEN = 16;
  private static final String ANY = "*";

  static RequestKind of(RequestLine request) {
    StringBuilder kind = new StringBuilder(request.method()).append(' ');
    String path = upTo('?', request.uri());
    int start = 0;
    while (start <= path.length() && kind.length() < MAX_LENGTH) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      String segment = upTo(';', path.substring(start, end));
      kind.append(looksLikeAnId(segment) ? ANY : segment);
      if (slash >= 0) {
        kind.append('/');
      }
      start = end + 1;
    }
    return new RequestKind(kind.substring(0, Math.min(kind.length(), MAX_LENGTH)));
  }

  /** Only digits, or long with a digit in it, as a UUID and most tokens are. */
  private static boolean looksLikeAnId(String segment) {
    long digits = segment.chars().filter(c -> c >= '0' && c <= '9').count();
    return digits > 0 && (digits == segment.length() || segment.length() >= SHORTEST_TOKEN);
  }

  private static String upTo(char end, String text) {
    int at = text.indexOf(end);
    return at < 0 ? text : text.substring(0, at);
  }
}
