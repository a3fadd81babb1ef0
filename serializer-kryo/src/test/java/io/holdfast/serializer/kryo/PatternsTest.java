package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PatternsTest {

  private static BoundedInput input(String text, int flags) {
    Output output = new Output(64, -1);
    output.writeString(text);
    output.writeVarInt(flags, true);
    return new BoundedInput(output.getBuffer(), 0, output.position(), 1_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a+b", "\u00e9t\u00e9", "e\u0301\u0323", "[\u01d5-\u01dc]"})
  void readWhenMarksAreFewThenIsCompiled(String text) {
    Pattern pattern = Patterns.read(input(text, Pattern.CANON_EQ | Pattern.CASE_INSENSITIVE));

    assertEquals(text, pattern.pattern());
    assertEquals(Pattern.CANON_EQ | Pattern.CASE_INSENSITIVE, pattern.flags());
  }

  @Test
  void readWhenMarksAreManyWithoutTheFlagThenIsCompiled() {
    String text = "a" + "\u0301".repeat(1_000);

    assertEquals(text, Patterns.read(input(text, 0)).pattern());
  }

  @Test
  void readWhenManyMarksAreOnOneLetterThenIsLimited() {
    BoundedInput input = input("a\u0301\u0302\u0303\u0304\u0305\u0306\u0307", Pattern.CANON_EQ);

    TranscoderException e = assertThrows(TranscoderException.class, () -> Patterns.read(input));

    assertEquals(Reason.LIMIT_EXCEEDED, e.reason());
  }

  @Test
  void readWhenManyLettersHaveMarksThenIsLimited() {
    BoundedInput input = input("e\u0301".repeat(200_000), Pattern.CANON_EQ);

    TranscoderException e = assertThrows(TranscoderException.class, () -> Patterns.read(input));

    assertEquals(Reason.LIMIT_EXCEEDED, e.reason());
  }

  @Test
  void writeWhenItCouldNotBeReadThenIsRefused() {
    Pattern pattern = Pattern.compile("e\u0301".repeat(101), Pattern.CANON_EQ);

    TranscoderException e =
        assertThrows(TranscoderException.class, () -> Patterns.write(new Output(64, -1), pattern));

    assertEquals(Reason.UNWRITABLE, e.reason());
  }
}
