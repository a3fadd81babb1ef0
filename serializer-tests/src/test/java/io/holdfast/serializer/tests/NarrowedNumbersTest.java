package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two versions of an application that runs on two Tomcats: the type of a number was made wider or
 * narrower in an object within the attribute, in its class or above it. Each version reads what the
 * other one writes, as long as the number fits.
 */
final class NarrowedNumbersTest {

  private static final long ABOVE_INT = Integer.MAX_VALUE + 1L;

  private static List<Serializer> serializers() {
    return Serializer.ALL.stream().filter(s -> !"java".equals(s.title())).toList();
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenANumberFitsTheOtherVersionsTypeThenIsRead(Serializer serializer)
      throws ReflectiveOperationException {
    assertBothWays(serializer, "int", "long", -5, -5L);
    assertBothWays(serializer, "int", "long", Integer.MAX_VALUE, (long) Integer.MAX_VALUE);
    assertBothWays(serializer, "int", "long", Integer.MIN_VALUE, (long) Integer.MIN_VALUE);
    assertBothWays(serializer, "Integer", "Long", Integer.MIN_VALUE, (long) Integer.MIN_VALUE);
    assertBothWays(serializer, "int", "Long", 7, 7L);
    assertBothWays(serializer, "Integer", "long", 7, 7L);
    assertBothWays(serializer, "byte", "int", Byte.MIN_VALUE, (int) Byte.MIN_VALUE);
    assertBothWays(serializer, "short", "long", Short.MAX_VALUE, (long) Short.MAX_VALUE);
    assertBothWays(serializer, "float", "double", 0.5f, 0.5);
    assertBothWays(serializer, "int", "double", 1 << 24, (double) (1 << 24));
    assertBothWays(serializer, "long", "float", 1L << 20, (float) (1 << 20));
    assertBothWays(serializer, "Long", "double", -3L, -3.0);
    assertBothWays(serializer, "int", "double", 1_234_567_891, 1_234_567_891.0);
    assertRead(serializer, "Number", 7L, "int", 7);
    assertRead(serializer, "Number", 7L, "Integer", 7);
    assertRead(serializer, "Object", 2.0, "byte", (byte) 2);
    assertRead(serializer, "Number", 7L, "Number", 7L);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenANumberDoesNotFitThenIsRefused(Serializer serializer)
      throws ReflectiveOperationException {
    assertRefused(serializer, "long", ABOVE_INT, "int");
    assertRefused(serializer, "Long", ABOVE_INT, "Integer");
    assertRefused(serializer, "long", -ABOVE_INT - 1, "int");
    assertRefused(serializer, "long", 1L << 32, "int");
    assertRefused(serializer, "int", 128, "byte");
    assertRefused(serializer, "int", -32_769, "short");
    assertRefused(serializer, "double", 0.5, "int");
    assertRefused(serializer, "double", -0.0, "int");
    assertRefused(serializer, "double", Double.NaN, "int");
    assertRefused(serializer, "double", Double.POSITIVE_INFINITY, "long");
    assertRefused(serializer, "double", 0x1p63, "long");
    assertRefused(serializer, "long", Long.MAX_VALUE, "float");
    assertRefused(serializer, "long", Long.MAX_VALUE, "double");
    assertRefused(serializer, "int", (1 << 24) + 1, "float");
    assertRefused(serializer, "Number", (1 << 24) + 1, "float");
    assertRefused(serializer, "Number", ABOVE_INT, "int");
    assertRefused(serializer, "Number", ABOVE_INT, "Integer");
  }

  private static void assertBothWays(
      Serializer serializer, String narrow, String wide, Object narrowValue, Object wideValue)
      throws ReflectiveOperationException {
    assertRead(serializer, narrow, narrowValue, wide, wideValue);
    assertRead(serializer, wide, wideValue, narrow, narrowValue);
  }

  private static void assertRead(
      Serializer serializer, String before, Object value, String after, Object expected)
      throws ReflectiveOperationException {
    for (String holder : List.of("Outer$Inner", "Sub", "Pair")) {
      ClassLoader version = version(after);
      Object read = read(serializer, written(serializer, version(before), holder, value), version);
      Field field = field(read);
      assertEquals(expected, field.get(read), holder + ", " + before + " to " + after);
    }
  }

  private static void assertRefused(
      Serializer serializer, String before, Object value, String after)
      throws ReflectiveOperationException {
    for (String holder : List.of("Outer$Inner", "Sub", "Pair")) {
      byte[] bytes = written(serializer, version(before), holder, value);
      ClassLoader version = version(after);
      assertThrows(
          TranscoderException.class,
          () -> read(serializer, bytes, version),
          () -> holder + ", " + before + " " + value + " to " + after);
    }
  }

  private static ClassLoader version(String type) {
    return new SourceLoader(
        "public class Outer { public Object part;"
            + " public static class Inner { public %s a; } }".formatted(type),
        "public class Base { public %s a; }".formatted(type),
        "public class Sub extends Base { public String b = \"b\"; }",
        "public record Pair(%s a, String b) {}".formatted(type));
  }

  private static byte[] written(
      Serializer serializer, ClassLoader version, String holder, Object value)
      throws ReflectiveOperationException {
    Class<?> type = version.loadClass(holder);
    Object part;
    if (type.isRecord()) {
      part = type.getConstructors()[0].newInstance(value, "b");
    } else {
      part = type.getConstructor().newInstance();
      field(part).set(part, value);
    }
    Object outer = version.loadClass("Outer").getConstructor().newInstance();
    outer.getClass().getField("part").set(outer, part);
    return serializer.transcoder(version).encode(outer);
  }

  private static Object read(Serializer serializer, byte[] bytes, ClassLoader version)
      throws ReflectiveOperationException {
    Transcoder transcoder = serializer.transcoder(version);
    Object outer = transcoder.decode(bytes);
    return outer.getClass().getField("part").get(outer);
  }

  private static Field field(Object part) throws ReflectiveOperationException {
    Class<?> declaring =
        part.getClass().getSimpleName().equals("Sub")
            ? part.getClass().getSuperclass()
            : part.getClass();
    Field field = declaring.getDeclaredField("a");
    field.setAccessible(true);
    return field;
  }
}
