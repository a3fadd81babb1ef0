package io.holdfast.serializer.javolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.TranscoderException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentWriterTest {

  private final DocumentWriter writer = new DocumentWriter();

  private void write(String text) {
    writer.write(text.toCharArray(), 0, text.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a/>",
        "<a>\u007f\u0080\u07ff\u0800\uffff</a>",
        "<a>\ud83d\ude00\udbff\udfff</a>"
      })
  void takeThenTheTextInUtf8(String text) {
    write(text);

    assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), writer.take());
  }

  @Test
  void takeWhenEachCharacterCameByItselfThenTheSame() {
    String text = "<a>\u00e4\u20ac\ud83d\ude00</a>";

    text.chars().forEach(c -> write(String.valueOf((char) c)));

    assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), writer.take());
  }

  @Test
  void takeWhenLongerThanTheBufferThenWhole() {
    String text = "<a>" + "\u20acuro ".repeat(10_000) + "</a>";

    write(text.substring(0, 7));
    write(text.substring(7));

    assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), writer.take());
  }

  @Test
  void takeWhenDeclaredThenWithoutTheDeclaration() {
    write("<?xml version=\"1.0\" ?>\n<a/>\n");

    assertEquals("<a/>", new String(writer.take(), StandardCharsets.UTF_8));
  }

  @Test
  void takeWhenAnotherDocumentWasTakenThenOnlyTheNewOne() {
    write("<first/>");
    byte[] unused = writer.take();

    write("<b/>");

    assertEquals("<b/>", new String(writer.take(), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d.", "\ude00", "\ud83d\ud83d\ude00"})
  void writeWhenHalfOfACharacterThenRefuses(String text) {
    assertThrows(TranscoderException.class, () -> write(text));
  }

  @Test
  void takeWhenItEndsInHalfOfACharacterThenRefuses() {
    write("<a/>\ud83d");

    assertThrows(TranscoderException.class, writer::take);
  }
}
