package io.holdfast.serializer.jdk;

import org.jspecify.annotations.Nullable;

/**
 * Fits a number to a field whose type is another one than when the number was written: a later
 * version of the application may have a wider type, and an earlier one a narrower.
 */
public final class ExactNumbers {

  /** The first whole number above those of a {@code long}; its negative is the lowest of them. */
  private static final double ABOVE_LONG = 0x1p63;

  private ExactNumbers() {}

  /**
   * Returns the same number as an object of another class.
   *
   * @param value a number or a character; everything else fits no other class
   * @param target one of the classes whose objects stand for primitive values
   * @return null if an object of that class cannot be exactly this number
   */
  public static @Nullable Object fit(@Nullable Object value, Class<?> target) {
    if (value instanceof Character character) {
      return ofWhole(character, target);
    }
    if (!(value instanceof Number number)) {
      return null;
    }
    if (number instanceof Float || number instanceof Double) {
      return ofFraction(number.doubleValue(), target);
    }
    boolean whole =
        number instanceof Byte
            || number instanceof Short
            || number instanceof Integer
            || number instanceof Long;
    return whole ? ofWhole(number.longValue(), target) : null;
  }

  private static @Nullable Object ofFraction(double value, Class<?> target) {
    if (target == Double.class) {
      return value;
    }
    if (target == Float.class) {
      float narrow = (float) value;
      return Double.compare(narrow, value) == 0 ? narrow : null;
    }
    boolean whole = value >= -ABOVE_LONG && value < ABOVE_LONG;
    return whole && Double.compare((double) (long) value, value) == 0
        ? ofWhole((long) value, target)
        : null;
  }

  private static @Nullable Object ofWhole(long value, Class<?> target) {
    if (target == Long.class) {
      return value;
    }
    if (target == Integer.class) {
      return value == (int) value ? (int) value : null;
    }
    if (target == Short.class) {
      return value == (short) value ? (short) value : null;
    }
    if (target == Byte.class) {
      return value == (byte) value ? (byte) value : null;
    }
    if (target == Character.class) {
      return value == (char) value ? (char) value : null;
    }
    if (target == Double.class) {
      double wide = value;
      return wide < ABOVE_LONG && (long) wide == value ? wide : null;
    }
    if (target == Float.class) {
      float wide = value;
      return wide < ABOVE_LONG && (long) wide == value ? wide : null;
    }
    return null;
  }
}
