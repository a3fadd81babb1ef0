package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OriginsTest {

  private static final long UNIT = 1L << 20;

  @Test
  void withinWhenFewAndNewThenAsTheyAre() {
    Origins origins = new Origins(UNIT, 0, new TreeMap<>(Map.of("a", 2 * UNIT)), UNIT);

    assertEquals(origins, origins.within(3 * UNIT));
  }

  @Test
  void withinWhenOldThenSettled() {
    Origins origins =
        new Origins(UNIT, 0, new TreeMap<>(Map.of("a", 2 * UNIT, "b", 3 * UNIT)), UNIT);

    Origins later = origins.within((Origins.VERSIONS + 2) * UNIT);

    assertEquals(new Origins(UNIT, 0, new TreeMap<>(Map.of("b", 3 * UNIT)), 2 * UNIT), later);
  }

  @Test
  void withinWhenTooManyThenTheNewestStay() {
    TreeMap<String, Long> many = new TreeMap<>();
    for (int i = 0; i <= Origins.ATTRIBUTES; i++) {
      many.put("a" + i, (i + 1) * UNIT);
    }

    Origins within = new Origins(0, 0, many, 0).within(99 * UNIT);

    many.remove("a0");
    assertEquals(new Origins(0, 0, many, UNIT), within);
  }

  @Test
  void withinWhenTooManyOfOneVersionThenThisIsSettled() {
    TreeMap<String, Long> many = new TreeMap<>();
    for (int i = 0; i <= Origins.ATTRIBUTES; i++) {
      many.put("a" + (10 + i), UNIT);
    }

    Origins within = new Origins(0, 0, many, 0).within(UNIT);

    assertEquals(Origins.ATTRIBUTES, within.attributes().size());
    assertEquals(UNIT, within.settled());
  }
}
