package io.holdfast.sessions.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestLineTest {

  @ParameterizedTest(name = "{0} against {1} {2}: {3}")
  @CsvSource({
    // as documented: against the URI
    ".*\\.(png|css)$,           GET,  /shop/logo.png,       true",
    ".*\\.(png|css)$,           GET,  /shop/logo.png?v=2,   false",
    ".*\\.(png|css)(\\?.*)?,    GET,  /shop/logo.png?v=2,   true",
    "/shop/ping,                GET,  /shop/ping,           true",
    "/shop/ping,                POST, /shop/ping,           true",
    // the whole URI has to match
    "/shop/ping,                GET,  /shop/ping?x,         false",
    "/shop/ping,                GET,  /other/shop/ping,     false",
    "png,                       GET,  /shop/logo.png,       false",
    // as memcached-session-manager matched: with the method in front
    "GET /shop/ping,            GET,  /shop/ping,           true",
    "GET /shop/ping,            POST, /shop/ping,           false",
    "(GET|HEAD) .*\\.png,       HEAD, /shop/logo.png,       true",
    "GET .*[?]static=1,         GET,  /shop/x?static=1,     true",
  })
  void matchesWhenPatternThenRowOfTheTable(
      String pattern, String method, String uri, boolean expected) {
    RequestLine request = new RequestLine(method, uri);

    assertEquals(expected, request.matches(Pattern.compile(pattern)));
  }
}
