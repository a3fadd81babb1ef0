package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ConversionTest {

  private final ClassFilter filter = filter("");

  private static ClassFilter filter(String allowedClasses) {
    return Filters.ofLoader(ConversionTest.class.getClassLoader(), allowedClasses);
  }

  record Price(long cents) {}

  private static final Conversion<Price> PRICES =
      Conversion.of(
          Price.class,
          price -> new Object[] {100 / (price.cents() - 7)},
          parts -> parts.length == 0 ? null : new Price((long) parts[0]));

  @Test
  void makeWhenPartsAreAsTakenApartThenIsEqual() {
    assertEquals(new Price(100), PRICES.make(PRICES.takeApart(new Price(8)), filter));
  }

  @Test
  void makeWhenPartsDoNotFitThenIsUnreadable() {
    assertReason(Reason.UNREADABLE, () -> PRICES.make(new Object[] {"text"}, filter));
  }

  @Test
  void makeWhenMakerMakesNothingThenIsUnreadable() {
    assertReason(Reason.UNREADABLE, () -> PRICES.make(new Object[0], filter));
  }

  @Test
  void makeWhenClassIsTakenAwayThenIsRejected() {
    ClassFilter strict = filter("!" + Price.class.getName());

    assertReason(Reason.REJECTED_CLASS, () -> PRICES.make(new Object[] {1L}, strict));
  }

  @Test
  void takeApartWhenConversionFailsThenIsUnwritable() {
    assertReason(Reason.UNWRITABLE, () -> PRICES.takeApart(new Price(7)));
  }

  @Test
  void ofClassesOfWhenGivenExamplesThenCoversTheirClasses() {
    Conversion<Object> conversion =
        Conversion.ofClassesOf(
            Object.class, List.of("a", 1, "b"), any -> new Object[] {any}, parts -> parts);

    assertEquals(Set.of(String.class, Integer.class), conversion.classes());
  }

  private static void assertReason(Reason reason, Executable action) {
    TranscoderException failure = assertThrows(TranscoderException.class, action);

    assertEquals(reason, failure.reason(), failure.getMessage());
  }
}
