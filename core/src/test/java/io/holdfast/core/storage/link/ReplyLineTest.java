package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a line says, wherever what has arrived was cut. */
final class ReplyLineTest {

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static ReplyLine line(String text) {
    ReplyLine line = new ReplyLine();
    assertTrue(line.read(bytes(text + "\r\n")));
    return line;
  }

  @ParameterizedTest
  @ValueSource(strings = {"VALUE key 0 12 345", "END", "", "a\nb", "a\rb \r", "\u00e4 \u00ff", " "})
  void readWhenCutAnywhereThenSaysTheSame(String text) {
    String sent = text + "\r\nnext";
    for (int first = 0; first <= text.length() + 2; first++) {
      for (int second = first; second <= text.length() + 2; second++) {
        ReplyLine line = new ReplyLine();
        boolean isRead = false;
        for (String part :
            List.of(
                sent.substring(0, first), sent.substring(first, second), sent.substring(second))) {
          ByteBuffer arrived = bytes(part);
          if (!isRead && line.read(arrived)) {
            isRead = true;
            assertEquals(text, line.text());
            assertEquals(text.split(" ", -1).length, line.words());
            for (int i = 0; i < line.words(); i++) {
              assertEquals(text.split(" ", -1)[i], line.word(i));
              assertTrue(line.isWord(i, text.split(" ", -1)[i]));
            }
            assertTrue("next".endsWith(rest(arrived)));
          }
        }
        assertTrue(isRead, () -> "not read: " + text);
      }
    }
  }

  private static String rest(ByteBuffer arrived) {
    return StandardCharsets.ISO_8859_1.decode(arrived).toString();
  }

  @Test
  void readWhenALineFollowsThenIsReadAlone() {
    ReplyLine line = new ReplyLine();
    assertFalse(line.read(bytes("HD c")));
    assertTrue(line.read(bytes("1\r\n")));
    assertEquals("HD c1", line.text());
    ByteBuffer next = bytes("EN\r\nHD c2\r\n");

    assertTrue(line.read(next));
    assertTrue(line.is("EN"));
    assertTrue(line.read(next));
    assertEquals(2, line.number(1, 1));
  }

  @Test
  void readWhenTheEndIsFarThenIsTooLong() {
    ReplyLine line = new ReplyLine();

    assertFalse(line.read(bytes("x".repeat(1_000))));
    assertFalse(line.isTooLong());
    assertFalse(line.read(bytes("x".repeat(25))));
    assertTrue(line.isTooLong());
    assertTrue(new ReplyLine().read(bytes("x".repeat(1_023) + "\r\n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "7", "999999999999999999", "9223372036854775807", "18446744073709551615"})
  void numberThenIsUnsigned(String number) {
    assertEquals(Long.parseUnsignedLong(number), line("c " + number).number(1, 0));
    assertEquals(Long.parseUnsignedLong(number), line("HD c" + number).number(1, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1x", "-1", "18446744073709551616", "1.0", "\u0661"})
  void numberWhenItIsNoneThenThrows(String number) {
    assertThrows(NumberFormatException.class, () -> line("c " + number).number(1, 0));
    assertThrows(NumberFormatException.class, () -> line("c").number(1, 0));
  }

  @Test
  void stripThenBlanksAtTheEndsAreGone() {
    ReplyLine line = line(" \t HD c1 \t");

    line.strip();

    assertEquals("HD c1", line.text());
    assertTrue(line.startsWith("HD"));
    assertFalse(line.startsWith("HD c1 "));
    assertTrue(line.wordStartsWith(1, 'c'));
    assertFalse(line.wordStartsWith(2, 'c'));
  }
}
