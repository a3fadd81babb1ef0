package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A field of every type of number, or of text, is of every other type after a change: its value
 * keeps all of its digits, or is what Java widens it to, or is refused.
 */
final class NumberChangesTest {

  /** Values by the names of their types. */
  private static final Map<String, List<Object>> VALUES = new LinkedHashMap<>();

  static {
    put("boolean", "Boolean", true);
    put("char", "Character", '7', 'x');
    put("byte", "Byte", (byte) -5, Byte.MAX_VALUE);
    put("short", "Short", (short) -5, Short.MAX_VALUE);
    put("int", "Integer", -5, 0, 1 << 24, (1 << 24) + 1, 123_456_789, Integer.MIN_VALUE);
    put("long", "Long", -5L, (1L << 24) + 1, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE);
    put("float", "Float", 1.5f, 0.1f, -0.0f, 1.6777216E7f, 3.4028235E38f, 1.4E-45f, Float.NaN);
    put(
        "double",
        "Double",
        1.5,
        0.1,
        -0.0,
        1.6777217E7,
        123_456_789.0,
        0.1234567890123,
        1E39,
        Double.MIN_VALUE,
        Double.NEGATIVE_INFINITY);
    VALUES.put(
        "String",
        List.of(
            "5",
            "007",
            "+5",
            " 7",
            "1e3f",
            "1e3",
            "1.5d",
            "0x1p3",
            "0.1",
            "1.50",
            "NaN",
            "x",
            "\u0663",
            "0.12345678901234567890123",
            "1E400",
            "16777217",
            "",
            "true",
            "TRUE"));
  }

  private static void put(String primitive, String boxed, Object... values) {
    VALUES.put(primitive, List.of(values));
    VALUES.put(boxed, List.of(values));
  }

  private static final Map<String, ClassLoader> VERSIONS = new LinkedHashMap<>();

  static {
    for (String type : VALUES.keySet()) {
      VERSIONS.put(
          type,
          new SourceLoader(
              "public class Thing implements java.io.Serializable {"
                  + " private static final long serialVersionUID = 1; public %s a; }"
                      .formatted(type),
              "public record Pair(%s a, String b) implements java.io.Serializable {}"
                  .formatted(type)));
    }
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenTheTypeOfAFieldChangesThenNoDigitIsLost() {
    return Serializer.WITH_OPTIONS.stream()
        .map(
            serializer ->
                DynamicTest.dynamicTest(serializer.title(), () -> check(serializer, "Thing")));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenTheTypeOfARecordComponentChangesThenNoDigitIsLost() {
    return Serializer.WITH_OPTIONS.stream()
        .map(
            serializer ->
                DynamicTest.dynamicTest(serializer.title(), () -> check(serializer, "Pair")));
  }

  private static void check(Serializer serializer, String holder)
      throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    Map<String, Transcoder> readers = new LinkedHashMap<>();
    VERSIONS.forEach((type, version) -> readers.put(type, serializer.transcoder(version)));
    for (Map.Entry<String, List<Object>> before : VALUES.entrySet()) {
      for (Object value : before.getValue()) {
        byte[] bytes = written(serializer, holder, before.getKey(), value);
        for (Map.Entry<String, Transcoder> after : readers.entrySet()) {
          boolean same = after.getKey().equals(before.getKey());
          try {
            Object read = valueOf(after.getValue().decode(bytes));
            if (!(same ? read.equals(value) : isKept(value, read))) {
              wrong.add(change(before.getKey(), value, after.getKey()) + " is " + read);
            }
          } catch (TranscoderException e) {
            if (same) {
              wrong.add(change(before.getKey(), value, after.getKey()) + " is refused");
            }
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static String change(String before, Object value, String after) {
    return "%s %s to %s".formatted(before, value, after);
  }

  private static byte[] written(Serializer serializer, String holder, String type, Object value)
      throws ReflectiveOperationException {
    ClassLoader version = version(type);
    Class<?> thing = version.loadClass(holder);
    Object written;
    if (thing.isRecord()) {
      written = thing.getConstructors()[0].newInstance(value, "b");
    } else {
      written = thing.getConstructor().newInstance();
      field(written).set(written, value);
    }
    return serializer.transcoder(version).encode(written);
  }

  private static Object valueOf(Object thing) throws ReflectiveOperationException {
    return field(thing).get(thing);
  }

  private static Field field(Object thing) throws ReflectiveOperationException {
    Field field = thing.getClass().getDeclaredField("a");
    field.setAccessible(true);
    return field;
  }

  private static ClassLoader version(String type) {
    ClassLoader version = VERSIONS.get(type);
    if (version == null) {
      throw new IllegalArgumentException(type);
    }
    return version;
  }

  /** Whether both are the same number; a text may show its first digits only. */
  private static boolean isExactly(Object before, Object after) {
    if (before instanceof Float narrow && after instanceof Double wide) {
      return (double) narrow == wide;
    }
    boolean fraction = after instanceof Float || after instanceof Double;
    return fraction
        && Double.isFinite(((Number) after).doubleValue())
        && new BigDecimal(((Number) after).doubleValue()).toString().equals(before.toString());
  }

  private static boolean isKept(Object before, Object after) {
    if (before.toString().equals(after.toString())) {
      return true;
    }
    if (before instanceof Number && isExactly(before, after)) {
      return true;
    }
    if (before instanceof Character narrow && after instanceof Number wide) {
      return wide.doubleValue() == narrow;
    }
    if (before instanceof Number wide && after instanceof Character narrow) {
      return wide.doubleValue() == narrow;
    }
    boolean whole = !(after instanceof Float || after instanceof Double || after instanceof String);
    if (whole && before instanceof String) {
      return false; // other digits than those of the number
    }
    try {
      return new BigDecimal(before.toString()).compareTo(new BigDecimal(after.toString())) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
