package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdTest {

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        " ",
        "a b",
        "a\r\nset x 0 0 1",
        "a\n",
        "a\tb",
        "a\u0000",
        "a\u007f",
        "é",
        "a…",
        ".route",
        "."
      })
  void parseWhenNotAnIdThenNull(String value) {
    assertNull(SessionId.parse(value));
  }

  @Test
  void parseWhenLongestThenIdAndNullBeyond() {
    assertNotNull(SessionId.parse("a".repeat(SessionId.MAX_LENGTH)));
    assertNull(SessionId.parse("a".repeat(SessionId.MAX_LENGTH + 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "0123456789ABCDEF", "a-b_c~d", "a.b", "a.b.c", "!\"#$%&'()*+,/:;<=>?"})
  void parseWhenPrintableAsciiThenThatId(String value) {
    SessionId id = SessionId.parse(value);

    assertNotNull(id);
    assertEquals(value, id.value());
  }

  @ParameterizedTest
  @CsvSource({"abc, abc,", "abc., abc,", "abc.t1, abc, t1", "abc.t1.x, abc, t1.x"})
  void baseAndRouteWhenParsedThenCutAtTheFirstDot(String value, String base, String route) {
    SessionId id = new SessionId(value);

    assertEquals(base, id.base());
    assertEquals(route, id.jvmRoute());
  }

  @ParameterizedTest
  @CsvSource({"abc, t2, abc.t2", "abc.t1, t2, abc.t2", "abc.t1.x, t2, abc.t2", "abc.t1,, abc"})
  void withJvmRouteWhenOtherRouteThenSameBase(String value, String route, String expected) {
    SessionId id = new SessionId(value).withJvmRoute(route);

    assertEquals(new SessionId(expected), id);
  }

  @Test
  void newSessionIdWhenInvalidThenTheMessageDoesNotRepeatIt() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new SessionId("secret id"));

    assertFalse(String.valueOf(e.getMessage()).contains("secret"));
  }

  @ParameterizedTest
  @CsvSource({"0123456789ABCDEF.t1, 012345….t1", "0123456789ABCDEF, 012345…", "abcd, ab…", "a, …"})
  void toStringWhenLoggedThenShortened(String value, String expected) {
    assertEquals(expected, new SessionId(value).toString());
  }
}
