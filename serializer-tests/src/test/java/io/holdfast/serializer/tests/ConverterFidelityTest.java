package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.serializer.tests.frameworks.ConvertedKinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With all ready-made converters, every kind is as equal as without, and smaller where it is
 * converted.
 */
final class ConverterFidelityTest {

  private static final ClassLoader APPLICATION = ConverterFidelityTest.class.getClassLoader();

  /** Smaller with kryo, and about as large with the others; a chronology is not converted. */
  private static final Set<String> ALSO_CONVERTED =
      Set.of("Joda DateTime of another chronology", "Joda Instant", "Joda Duration");

  static List<Serializer> serializers() {
    return LibraryConverter.serializers();
  }

  private static Transcoder plain(Serializer serializer) {
    return serializer.transcoder(APPLICATION);
  }

  private static Transcoder converting(Serializer serializer) {
    return serializer.with(LibraryConverter.names()).transcoder(APPLICATION);
  }

  private static List<Kind> kinds() {
    return Stream.concat(KindGroups.kinds().stream(), ConvertedKinds.all().stream()).toList();
  }

  private static List<Kind> converted() {
    return Stream.concat(
            LibraryConverter.ALL.stream().flatMap(converter -> converter.kinds().stream()),
            ConvertedKinds.all().stream())
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenConvertersAreThereThenEachKindIsEqualOrWasRefused() {
    return serializers().stream()
        .flatMap(
            serializer -> {
              Transcoder plain = plain(serializer);
              Transcoder converting = converting(serializer);
              return kinds().stream()
                  .map(
                      kind ->
                          DynamicTest.dynamicTest(
                              serializer + " " + kind, () -> check(plain, converting, kind)));
            });
  }

  private static void check(Transcoder plain, Transcoder converting, Kind kind) {
    Map<String, Object> session = new LinkedHashMap<>(Map.of("attribute", kind.sample().get()));
    byte[] bytes;
    try {
      bytes = converting.encode(session);
    } catch (TranscoderException e) {
      assertThrows(TranscoderException.class, () -> plain.encode(session), e.getMessage());
      return;
    }

    Map<?, ?> decoded = (Map<?, ?>) converting.decode(bytes);

    Object copy = decoded.get("attribute");
    assertArrayEquals(bytes, converting.encode(session), "unchanged graphs yield equal bytes");
    assertTrue(
        copy != null && kind.same().test(session.get("attribute"), copy),
        () -> "silently different: " + copy);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenKindIsConvertedThenTakesFewerBytesOrWasRefused(Serializer serializer) {
    List<String> larger = new ArrayList<>();

    for (LibraryConverter converter : LibraryConverter.ALL) {
      Serializer with = serializer.with(List.of(converter.name()));
      for (Kind kind : converter.kinds()) {
        int bytes = ConvertersSection.bytes(with, kind);
        if (!ALSO_CONVERTED.contains(kind.name()) && bytes >= bytesWithout(serializer, kind)) {
          larger.add(kind.name());
        }
      }
    }

    assertEquals(List.of(), larger);
  }

  private static int bytesWithout(Serializer serializer, Kind kind) {
    try {
      return ConvertersSection.bytes(serializer, kind);
    } catch (TranscoderException e) {
      return Integer.MAX_VALUE;
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenWriterHadNoConvertersThenIsEqual(Serializer serializer) {
    Transcoder plain = plain(serializer);
    Transcoder converting = converting(serializer);
    List<String> different = new ArrayList<>();

    for (Kind kind : converted()) {
      if (bytesWithout(serializer, kind) < Integer.MAX_VALUE) {
        Object copy = converting.decode(plain.encode(kind.sample().get()));
        if (!kind.same().test(kind.sample().get(), copy)) {
          different.add(kind.name());
        }
      }
    }

    assertEquals(List.of(), different);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenReaderHasNoConvertersThenIsUnreadable(Serializer serializer) {
    Transcoder plain = plain(serializer);
    Transcoder converting = converting(serializer);

    for (Kind kind : converted()) {
      byte[] bytes = converting.encode(kind.sample().get());
      TranscoderException refusal =
          assertThrows(TranscoderException.class, () -> plain.decode(bytes), kind.name());
      assertEquals(Reason.UNREADABLE, refusal.reason(), refusal.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenReaderHasAnotherConverterForTheTypeThenIsUnreadable(Serializer serializer) {
    Serializer writer = serializer.with(List.of(WidthFirst.class.getName()));
    Serializer reader = serializer.with(List.of(HeightFirst.class.getName()));
    byte[] bytes = writer.transcoder(APPLICATION).encode(new Size(1, 2));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> reader.transcoder(APPLICATION).decode(bytes));

    assertEquals(Reason.UNREADABLE, refusal.reason(), refusal.getMessage());
  }

  record Size(int width, int height) {}

  /** One form of a size. */
  public static final class WidthFirst implements Conversions {

    /** Found by name. */
    public WidthFirst() {}

    @Override
    public List<Conversion<?>> all() {
      return List.of(
          Conversion.of(
              Size.class,
              size -> new Object[] {size.width(), size.height()},
              parts -> new Size((int) parts[0], (int) parts[1])));
    }
  }

  /** Another form of a size, which fits the parts of the first. */
  public static final class HeightFirst implements Conversions {

    /** Found by name. */
    public HeightFirst() {}

    @Override
    public List<Conversion<?>> all() {
      return List.of(
          Conversion.of(
              Size.class,
              size -> new Object[] {size.height(), size.width()},
              parts -> new Size((int) parts[1], (int) parts[0])));
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenConvertedObjectIsSharedThenStaysOne(Serializer serializer) {
    Object shared = ImmutableList.of("a", "b");
    Transcoder transcoder = converting(serializer);

    List<?> copy =
        (List<?>) transcoder.decode(transcoder.encode(new ArrayList<>(List.of(shared, shared))));

    assertSame(copy.get(0), copy.get(1));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenConvertedObjectHoldsItselfThenIsRefusedWithPath(Serializer serializer) {
    List<Object> inner = new ArrayList<>();
    Object outer = ImmutableList.of("a", inner);
    inner.add(outer);
    Map<String, Object> session = new LinkedHashMap<>(Map.of("cart", outer));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> converting(serializer).encode(session));

    assertEquals(Reason.UNWRITABLE, refusal.reason(), refusal.getMessage());
    assertTrue(String.valueOf(refusal.getMessage()).contains("[\"cart\"]"), refusal.getMessage());
  }
}
