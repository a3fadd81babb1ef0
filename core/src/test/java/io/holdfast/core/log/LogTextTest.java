package io.holdfast.core.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that would forge lines of a log, or fill it. */
final class LogTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "cart", "größe \u05D0 \uD83D\uDE00", "a b"})
  void ofNameWhenItIsShortAndVisibleThenTheSame(String name) {
    assertEquals(name, LogText.ofName(name));
  }

  @Test
  void ofNameWhenCharactersAreNotVisibleThenTheirNumbers() {
    assertEquals(
        "a\\u000D\\u000AWARNING\\u2028\\u202E\\uD83D\\u0000",
        LogText.ofName("a\r\nWARNING\u2028\u202E\uD83D\0"));
  }

  @Test
  void ofNameWhenItIsLongThenItsBeginAndItsLength() {
    assertEquals("x".repeat(200) + "… (900000 characters)", LogText.ofName("x".repeat(900_000)));
    assertEquals(4_000 + 21, String.valueOf(LogText.ofMessage("x".repeat(900_000))).length());
  }

  @Test
  void ofMessageWhenThereIsNoneThenNone() {
    assertNull(LogText.ofMessage(null));
  }

  /** Its messages quote names from bytes, and end in logs. */
  @Test
  void messageOfATranscoderWhenItQuotesANameThenIsBoundedAndInOneLine() {
    TranscoderException e =
        new TranscoderException(Reason.UNREADABLE, "class a\nb" + "x".repeat(900_000));

    assertEquals(4_000 + 21, String.valueOf(e.getMessage()).length());
    assertEquals("class a\\u000Ab", String.valueOf(e.getMessage()).substring(0, 14));
  }
}
