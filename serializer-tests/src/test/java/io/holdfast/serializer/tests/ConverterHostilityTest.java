package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.joda.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The class filter and the limits hold for what converters write and read. */
final class ConverterHostilityTest {

  private static final DecodeLimits TIGHT = new DecodeLimits(50, 500, 1_000, 20_000);

  static List<Serializer> serializers() {
    return LibraryConverter.serializers();
  }

  private static Transcoder transcoder(
      Serializer serializer, String allowedClasses, DecodeLimits limits) {
    ClassFilter filter =
        Filters.ofLoader(ConverterHostilityTest.class.getClassLoader(), allowedClasses);
    return serializer
        .with(LibraryConverter.names())
        .transcoder(new TranscoderContext(filter, limits, false, LibraryConverter.names()));
  }

  private static Transcoder permissive(Serializer serializer) {
    return transcoder(serializer, "", DecodeLimits.DEFAULTS);
  }

  private static void assertDenied(Serializer serializer, Object attribute, Class<?> denied) {
    Transcoder strict = transcoder(serializer, "!" + denied.getName(), DecodeLimits.DEFAULTS);
    Map<String, Object> session = new LinkedHashMap<>(Map.of("attribute", attribute));
    byte[] bytes = permissive(serializer).encode(session);

    assertRejected(assertThrows(TranscoderException.class, () -> strict.encode(session)));
    assertRejected(assertThrows(TranscoderException.class, () -> strict.decode(bytes)));
  }

  private static void assertRejected(TranscoderException rejection) {
    assertEquals(Reason.REJECTED_CLASS, rejection.reason(), rejection.getMessage());
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void codeWhenNamedTypeIsTakenAwayThenIsRejected(Serializer serializer) {
    assertDenied(serializer, ImmutableList.of("a", "b"), ImmutableList.class);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void codeWhenClassOfTheObjectIsTakenAwayThenIsRejected(Serializer serializer) {
    Object list = ImmutableList.of("a", "b");

    assertDenied(serializer, list, list.getClass());
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void codeWhenClassOfAPartIsTakenAwayThenIsRejected(Serializer serializer) {
    assertDenied(serializer, ImmutableList.of(new LocalDate(2026, 11, 21)), LocalDate.class);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void codeWhenPartsAreMoreThanTheLimitThenIsRefused(Serializer serializer) {
    Transcoder tight = transcoder(serializer, "", TIGHT);
    Object large =
        ImmutableList.copyOf(IntStream.range(0, 2_000).mapToObj(i -> i % 2 == 0).toList());
    byte[] bytes = permissive(serializer).encode(large);

    assertThrows(TranscoderException.class, () -> tight.encode(large));
    assertLimit(assertThrows(TranscoderException.class, () -> tight.decode(bytes)));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void codeWhenNestedDeeperThanTheLimitThenIsRefused(Serializer serializer) {
    Transcoder tight = transcoder(serializer, "", TIGHT);
    Object deep = ImmutableList.of("a");
    for (int i = 0; i < 100; i++) {
      deep = ImmutableList.of(deep);
    }
    Object nested = deep;
    byte[] bytes = permissive(serializer).encode(nested);

    assertThrows(TranscoderException.class, () -> tight.encode(nested));
    assertLimit(assertThrows(TranscoderException.class, () -> tight.decode(bytes)));
  }

  private static void assertLimit(TranscoderException refusal) {
    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenAPartIsRefusedThenNamesThePath(Serializer serializer) {
    List<Object> views = new ArrayList<>(List.of("a", "b"));
    Map<String, Object> session =
        new LinkedHashMap<>(Map.of("cart", ImmutableList.of("x", views.subList(0, 1))));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> permissive(serializer).encode(session));

    String message = String.valueOf(refusal.getMessage());
    assertEquals(Reason.UNWRITABLE, refusal.reason(), message);
    assertTrue(message.contains("SubList") && message.contains("[\"cart\"]"), message);
  }
}
