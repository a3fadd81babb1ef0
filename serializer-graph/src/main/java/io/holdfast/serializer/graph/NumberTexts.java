package io.holdfast.serializer.graph;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads numbers from their texts, which may have been written for a field of another type: a text
 * is refused if the number would not hold all of its digits, or if no number is written that way.
 *
 * <p>A JDK before 19 writes a digit more of some numbers than a later one does, so that a text need
 * not be the one that this JDK would write.
 */
final class NumberTexts {

  /** What no number takes; longer texts take long to look at. */
  private static final int LONGEST = 40;

  /** So many digits tell any double from the next one. */
  private static final int DIGITS_OF_DOUBLE = 17;

  /** So many digits tell any float from the next one. */
  private static final int DIGITS_OF_FLOAT = 9;

  /** Up to here the texts of whole doubles have all of their digits. */
  private static final double EXACT_DOUBLES = 0x1p53;

  /** As floats and doubles are written. */
  private static final Pattern FRACTION =
      Pattern.compile("-?(0|[1-9][0-9]*)\\.[0-9]+(E[0-9]{1,2})?");

  private NumberTexts() {}

  /**
   * A reader of whole numbers that refuses signs, zeros and digits that are not written. What a
   * fraction was written for may be a whole number.
   */
  static <T> Function<String, T> whole(Function<String, T> parse) {
    return text -> parse.apply(isWhole(text) ? text : wholeOfFraction(text));
  }

  /** Where the text may be that of a float or of a double, both are to be the same number. */
  private static String wholeOfFraction(String text) {
    if (text.length() <= LONGEST && FRACTION.matcher(text).matches()) {
      double value = Double.parseDouble(text);
      BigDecimal written = new BigDecimal(text);
      boolean exact =
          Math.abs(value) <= EXACT_DOUBLES
              && value == (long) value
              && written.compareTo(BigDecimal.valueOf((long) value)) == 0
              && Double.compare(value, -0.0) != 0;
      if (exact && (written.precision() > DIGITS_OF_FLOAT || (float) value == value)) {
        return Long.toString((long) value);
      }
    }
    throw DecodeState.unreadable("a text that is not that of a whole number", null);
  }

  private static boolean isWhole(String text) {
    int first = text.startsWith("-") ? 1 : 0;
    if (first == text.length() || (text.charAt(first) == '0' && text.length() > 1)) {
      return false;
    }
    for (int i = first; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  static float toFloat(String text) {
    float value = Float.parseFloat(text);
    if (!Float.toString(value).equals(text)) {
      BigDecimal written = decimal(text, Float.isInfinite(value) || Float.isNaN(value));
      if (written.compareTo(new BigDecimal(Float.toString(value))) != 0
          && !beginsWith(value, written)) {
        throw lost();
      }
    }
    return value;
  }

  static double toDouble(String text) {
    double value = Double.parseDouble(text);
    if (!Double.toString(value).equals(text)) {
      BigDecimal written = decimal(text, Double.isInfinite(value) || Double.isNaN(value));
      boolean fraction = text.indexOf('.') >= 0 && (value != 0 || written.signum() == 0);
      boolean same =
          fraction
              ? written.precision() <= DIGITS_OF_DOUBLE || beginsWith(value, written)
              : written.compareTo(new BigDecimal(value)) == 0;
      if (!same) {
        throw lost();
      }
    }
    return value;
  }

  /** Letters that mark a type are no digits for BigDecimal, and it knows no number in base 16. */
  private static BigDecimal decimal(String text, boolean special) {
    if (special || text.length() > LONGEST) {
      throw lost();
    }
    return new BigDecimal(text);
  }

  /** Returns whether a text shows the first digits of a number, the last one possibly rounded. */
  private static boolean beginsWith(double value, BigDecimal written) {
    BigDecimal exact = new BigDecimal(value);
    int digits = Math.max(1, written.stripTrailingZeros().precision());
    return exact.round(new MathContext(digits, RoundingMode.HALF_UP)).compareTo(written) == 0
        || exact.round(new MathContext(digits, RoundingMode.DOWN)).compareTo(written) == 0;
  }

  private static RuntimeException lost() {
    return DecodeState.unreadable("a number with digits that its type cannot hold", null);
  }
}
