package io.holdfast.serializer.limits;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"UnusedVariable", "JavaUtilDate"}) // fields are there to be looked at
final class ChangeableKeysTest {

  /** Has a hash code of its own. */
  private abstract static class Keyed {

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Keyed;
    }
  }

  private static final class Changing extends Keyed {
    String name = "";
  }

  private static final class Fixed extends Keyed {
    final String name = "";
    final long number = 1;
    final TimeUnit unit = TimeUnit.DAYS;
    final LocalDate day = LocalDate.EPOCH;
    final @Nullable Fixed next = null;
    transient int hash;
  }

  private static final class HoldsDate extends Keyed {
    final Date date = new Date(0);
  }

  private static final class HoldsList extends Keyed {
    final List<String> names = List.of();
  }

  private static final class HoldsChanging extends Keyed {
    final Changing part = new Changing();
  }

  private static final class HoldsArray extends Keyed {
    final int[] numbers = {1};
  }

  private static final class Inherits extends ArrayList<String> {
    private static final long serialVersionUID = 1L;
  }

  private static final class ByIdentity {
    String name = "";
  }

  private record OfValues(String name, UUID id, BigDecimal price) {}

  private record OfRecord(OfValues values) {}

  private record OfList(List<String> names) {}

  private record OfAnything(Object any) {}

  private static class Open extends Keyed {
    final String name = "";
  }

  private record OfOpen(Open open) {}

  static Stream<Object> unchanging() {
    return Stream.of(
        "text",
        1L,
        new Date(0),
        TimeUnit.DAYS,
        new int[1],
        new Fixed(), // which may hold another one of its class
        new OfValues("", new UUID(1, 2), BigDecimal.ONE),
        new OfRecord(new OfValues("", new UUID(1, 2), BigDecimal.ONE)),
        new ByIdentity(),
        List.of("a", 1),
        Map.entry("a", new Fixed()),
        Optional.of(Set.of("a")));
  }

  @ParameterizedTest
  @MethodSource("unchanging")
  void includeHashedWhenNothingInAKeyCanChangeThenDoesNot(Object key) {
    assertFalse(ChangeableKeys.includeHashed(key));
  }

  static Stream<Object> changing() {
    return Stream.of(
        new Changing(),
        new HoldsDate(),
        new HoldsList(),
        new HoldsChanging(),
        new HoldsArray(),
        new Inherits(),
        new OfList(List.of()),
        new OfAnything("a"),
        new OfOpen(new Open()), // which may be of a class below
        new ArrayList<>(),
        new HashMap<>(),
        List.of(1, new Changing()),
        Map.entry("a", new ArrayList<>()),
        Optional.of(List.of(new HoldsDate())));
  }

  @ParameterizedTest
  @MethodSource("changing")
  void includeHashedWhenAKeyCanChangeThenDoes(Object key) {
    assertTrue(ChangeableKeys.includeHashed(key));
    assertTrue(ChangeableKeys.includeSorted(key));
  }

  @Test
  void includeSortedWhenAKeyIsHashedByIdentityThenDoesAllTheSame() {
    assertTrue(ChangeableKeys.includeSorted(new ByIdentity()));
  }
}
