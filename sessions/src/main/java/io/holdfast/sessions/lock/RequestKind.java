package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** What is kept, and what may be an id: nothing and a segment; the name and the value. */
  private static final Pattern SEGMENTS = Pattern.compile("()([^/]++)");

  private static final Pattern VALUES = Pattern.compile("([^&=]*+=?+)([^&]*+)");

  static RequestKind of(RequestLine request) {
    String uri = request.uri();
    int question = uri.indexOf('?');
    String path = question < 0 ? uri : uri.substring(0, question);
    String query = question < 0 ? "" : uri.substring(question);
    return new RequestKind(
        bounded(request.method() + ' ' + withoutIds(SEGMENTS, path) + withoutIds(VALUES, query)));
  }

  private static String withoutIds(Pattern parts, String text) {
    return parts
        .matcher(text)
        .replaceAll(
            part -> {
              String value = looksLikeAnId(part.group(2)) ? ANY : part.group(2);
              return Matcher.quoteReplacement(part.group(1) + value);
            });
  }

  /** Only digits, or long with a digit in it, as a UUID and most tokens are. */
  private static boolean looksLikeAnId(String part) {
    long digits = part.chars().filter(c -> c >= '0' && c <= '9').count();
    return digits > 0 && (digits == part.length() || part.length() >= SHORTEST_TOKEN);
  }

  private static String bounded(String kind) {
    return kind.length() <= MAX_LENGTH
        ? kind
        : kind.substring(0, MAX_LENGTH - HASH_LENGTH) + "%08x".formatted(kind.hashCode());
  }
}
