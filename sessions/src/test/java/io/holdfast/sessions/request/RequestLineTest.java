package io.holdfast.sessions.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestLineTest {

  @ParameterizedTest(name = "{0} against GET /a?b: {1}")
  @CsvSource({
    "/a[?]b,     true",
    "/a,         false",
    "GET /a[?]b, true",
    "POST /.*,   false",
    "a,          false"
  })
  void matchesWhenPatternThenRowOfTheTable(String pattern, boolean expected) {
    RequestLine request = new RequestLine("GET", "/a?b");

    assertEquals(expected, request.matches(Pattern.compile(pattern)));
  }
}
