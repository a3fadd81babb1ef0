package io.holdfast.testkit.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A complete answer.
 *
 * @param status the HTTP status
 * @param headers all values by name in lower case, in the order of their arrival
 * @param body the text, decoded as UTF-8
 * @param setCookies the values of all Set-Cookie headers, untouched, in order
 */
public record Response(
    int status, Map<String, List<String>> headers, String body, List<String> setCookies) {

  /** Makes the lists immutable. */
  public Response {
    headers = Map.copyOf(headers);
    setCookies = List.copyOf(setCookies);
  }

  static Response of(ResponseHead head, byte[] body) {
    return new Response(
        head.status(),
        head.headers(),
        new String(body, StandardCharsets.UTF_8),
        head.values("set-cookie"));
  }

  /** The first value of a header, or null; the name's case does not matter. */
  public @Nullable String header(String name) {
    List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    return values.isEmpty() ? null : values.get(0);
  }
}
