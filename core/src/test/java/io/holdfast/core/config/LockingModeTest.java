package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LockingModeTest {

  @ParameterizedTest
  @CsvSource({
    "none, Plain",
    "optimistic, Plain",
    "all, Plain",
    "auto, Plain",
    "' ALL ', Plain",
    "'uriPattern:.*', UriPattern",
    "'uripattern:.*', UriPattern"
  })
  void parseWhenTheNameIsKnownThenThatMode(String value, String expected) {
    LockingMode mode = LockingMode.parse(value);

    assertEquals(expected, mode.getClass().getSimpleName());
    assertEquals(value.trim().toLowerCase(Locale.ROOT), mode.toString().toLowerCase(Locale.ROOT));
  }

  @Test
  void parseWhenThePatternHasColonsThenTheyBelongToIt() {
    LockingMode mode = LockingMode.parse("uriPattern:/cart(?:/.*)?|/pay:.*");

    LockingMode.UriPattern uriPattern = assertInstanceOf(LockingMode.UriPattern.class, mode);
    assertEquals("/cart(?:/.*)?|/pay:.*", uriPattern.pattern().pattern());
  }

  /** No request would need the lease. */
  @Test
  void parseWhenBlanksAreAroundThePatternThenTheyAreNoneOfIt() {
    LockingMode mode = LockingMode.parse(" uriPattern: /cart.* ");

    LockingMode.UriPattern uriPattern = assertInstanceOf(LockingMode.UriPattern.class, mode);
    assertEquals("/cart.*", uriPattern.pattern().pattern());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "uriPattern: ",
        "some",
        "none:",
        "all:x",
        "uriPattern",
        "uriPattern:",
        "uriPattern:("
      })
  void parseWhenTheValueIsUnknownThenRefused(String value) {
    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> LockingMode.parse(value));

    assertEquals("lockingMode", error.attribute());
  }
}
