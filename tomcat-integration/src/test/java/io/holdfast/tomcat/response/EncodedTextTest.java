package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound that decides whether text can leave unnoticed. */
class EncodedTextTest {

  private static final String TEXT =
      "plain \u00e4\u00f6\u00fc \u20ac \u3042\u3044x\u3046 \ud834\udd1e";

  @Test
  void boundWhenInUtf8ThenIsExact() {
    char[] text = TEXT.toCharArray();

    long bytes = EncodedText.mostBytes(text, text.length, StandardCharsets.UTF_8);

    assertEquals(TEXT.getBytes(StandardCharsets.UTF_8).length, bytes);
  }

  @Test
  void boundWhenOnlyAPartIsAskedForThenIsThatOfThePart() {
    long bytes = EncodedText.mostBytes(TEXT.toCharArray(), 6, StandardCharsets.UTF_8);

    assertEquals(6, bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "US-ASCII",
        "ISO-8859-1",
        "UTF-16",
        "UTF-32",
        "Shift_JIS",
        "ISO-2022-JP",
        "GB18030"
      })
  void boundWhenInAnotherEncodingThenIsNotExceeded(String encoding) {
    Charset charset = Charset.forName(encoding);
    char[] text = TEXT.toCharArray();

    long bytes = EncodedText.mostBytes(text, text.length, charset);

    assertTrue(TEXT.getBytes(charset).length <= bytes, () -> bytes + " in " + encoding);
  }
}
