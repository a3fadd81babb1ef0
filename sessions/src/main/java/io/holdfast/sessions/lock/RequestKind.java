package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;

/**
 * Requests that are likely to do the same: their method, their path and their query, with {@code *}
 * for each segment and each value that looks like an id. The query counts, since it tells many
 * applications what to do: {@code ?action=add}.
 *
 * @param text method, blank, path; {@code ?} and the query if there is one
 */
record RequestKind(String text) {

  /** A hash takes the place of the rest: URIs come from clients, and kinds are kept. */
  static final int MAX_LENGTH = 200;

  private static final int HASH_LENGTH = Integer.SIZE / 4;
  private static final int SHORTEST_TOKEN = 16;
  private static final String ANY = "*";

  static RequestKind of(RequestLine request) {
    String uri = request.uri();
    int question = uri.indexOf('?');
    StringBuilder kind = new StringBuilder(request.method()).append(' ');
    addPath(question < 0 ? uri : uri.substring(0, question), kind);
    if (question >= 0) {
      kind.append('?');
      addQuery(uri.substring(question + 1), kind);
    }
    return new RequestKind(bounded(kind.toString()));
  }

  private static void addPath(String path, StringBuilder kind) {
    int start = 0;
    while (start <= path.length()) {
      int end = next('/', path, start);
      String segment = path.substring(start, end);
      kind.append(looksLikeAnId(segment) ? ANY : segment);
      if (end < path.length()) {
        kind.append('/');
      }
      start = end + 1;
    }
  }

  private static void addQuery(String query, StringBuilder kind) {
    int start = 0;
    while (start <= query.length()) {
      int end = next('&', query, start);
      String parameter = query.substring(start, end);
      int equals = next('=', parameter, 0);
      String value = parameter.substring(Math.min(equals + 1, parameter.length()));
      kind.append(parameter, 0, Math.min(equals + 1, parameter.length()));
      kind.append(looksLikeAnId(value) ? ANY : value);
      if (end < query.length()) {
        kind.append('&');
      }
      start = end + 1;
    }
  }

  /** Where the character is next; the length of the text if it is not there any more. */
  private static int next(char what, String text, int from) {
    int at = text.indexOf(what, from);
    return at < 0 ? text.length() : at;
  }

  /** Only digits, or long with a digit in it, as a UUID and most tokens are. */
  private static boolean looksLikeAnId(String segment) {
    long digits = segment.chars().filter(c -> c >= '0' && c <= '9').count();
    return digits > 0 && (digits == segment.length() || segment.length() >= SHORTEST_TOKEN);
  }

  private static String bounded(String kind) {
    return kind.length() <= MAX_LENGTH
        ? kind
        : kind.substring(0, MAX_LENGTH - HASH_LENGTH) + "%08x".formatted(kind.hashCode());
  }
}
