package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * How regular expressions are written, which are compiled when they are read. With {@link
 * Pattern#CANON_EQ} the compiler tries all orders of the marks on one letter: of twelve, which take
 * two dozen bytes, there are 479 million.
 */
final class Patterns {

  private static final int MOST_MARKS_ON_ONE = 5;
  private static final int MOST_MARKS = 100;

  private Patterns() {}

  static void write(Output output, Pattern pattern) {
    if (isCostly(pattern.pattern(), pattern.flags())) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s with CANON_EQ and so many combining marks takes too long to be read"
              .formatted(Pattern.class.getName()));
    }
    output.writeString(pattern.pattern());
    output.writeVarInt(pattern.flags(), true);
  }

  static Pattern read(BoundedInput input) {
    String text = input.readString();
    int flags = input.readVarInt(true);
    if (isCostly(text, flags)) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "a pattern with CANON_EQ and too many combining marks");
    }
    return Pattern.compile(text, flags);
  }

  private static boolean isCostly(String text, int flags) {
    if ((flags & Pattern.CANON_EQ) == 0) {
      return false;
    }
    int marks = 0;
    int onOne = 0;
    for (int c : Normalizer.normalize(text, Normalizer.Form.NFD).codePoints().toArray()) {
      onOne = isMark(c) ? onOne + 1 : 0;
      marks += isMark(c) ? 1 : 0;
      if (onOne > MOST_MARKS_ON_ONE || marks > MOST_MARKS) {
        return true;
      }
    }
    return false;
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }
}
