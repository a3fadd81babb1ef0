package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FieldVersionsTest {

  private static final long UNIT = 1L << 20;

  @Test
  void withinWhenFewAndNewThenAsTheyAre() {
    FieldVersions origins = new FieldVersions(UNIT, 0, new TreeMap<>(Map.of("a", 2 * UNIT)), UNIT);

    assertEquals(origins, origins.within(3 * UNIT));
  }

  @Test
  void withinWhenOldThenSettled() {
    FieldVersions origins =
        new FieldVersions(UNIT, 0, new TreeMap<>(Map.of("a", 2 * UNIT, "b", 3 * UNIT)), UNIT);

    FieldVersions later = origins.within((FieldVersions.VERSIONS + 2) * UNIT);

    assertEquals(new FieldVersions(UNIT, 0, new TreeMap<>(Map.of("b", 3 * UNIT)), 2 * UNIT), later);
  }

  @Test
  void withinWhenTooManyThenTheNewestStay() {
    TreeMap<String, Long> many = new TreeMap<>();
    for (int i = 0; i <= FieldVersions.ATTRIBUTES; i++) {
      many.put("a" + i, (i + 1) * UNIT);
    }

    FieldVersions within = new FieldVersions(0, 0, many, 0).within(99 * UNIT);

    many.remove("a0");
    assertEquals(new FieldVersions(0, 0, many, UNIT), within);
  }

  @Test
  void withinWhenTooManyOfOneVersionThenThisIsSettled() {
    TreeMap<String, Long> many = new TreeMap<>();
    for (int i = 0; i <= FieldVersions.ATTRIBUTES; i++) {
      many.put("a" + (10 + i), UNIT);
    }

    FieldVersions within = new FieldVersions(0, 0, many, 0).within(UNIT);

    assertEquals(FieldVersions.ATTRIBUTES, within.attributes().size());
    assertEquals(UNIT, within.settled());
  }
}
