package io.holdfast.serializer.limits;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A budget serves one graph after the other. */
final class WorkBudgetTest {

  private static final int PARTS = 1_000;

  private static final DecodeLimits LIMITS =
      DecodeLimits.DEFAULTS.withWork(PARTS + PARTS / 2, Duration.ofSeconds(1));

  private final WorkBudget budget = WorkBudget.writing(LIMITS, "first");

  private void write(Object graph, Class<?> type) {
    budget.hashed(graph);
    for (int i = 0; i < PARTS; i++) {
      budget.hashed("key");
      budget.memory().made(type);
    }
  }

  @Test
  void finishWhenGraphsFollowEachOtherThenEachIsCountedAlone() {
    for (int i = 0; i < 3; i++) {
      budget.restart("graph");
      write("graph", IdentityHashMap.class);

      assertDoesNotThrow(() -> budget.finish(0));
    }

    write("graph", IdentityHashMap.class);
    assertThrows(TranscoderException.class, () -> budget.finish(0));
    assertTrue(budget.hasRefused());
    budget.restart(null);
    assertFalse(budget.hasRefused());
  }

  @Test
  void memoryWhenGraphsFollowEachOtherThenEachIsWeighedAlone() {
    for (int i = 0; i < 100; i++) {
      budget.restart("graph");
      write("graph", IdentityHashMap.class);
    }

    assertDoesNotThrow(() -> budget.finish(0)); // all of them are far above what one may take
  }

  @Test
  void isDoubtfulWhenTheGraphBeforeWasThenIsNot() {
    List<Object> key = new ArrayList<>();
    Map<Object, Object> table = new HashMap<>(Map.of("key", key));
    Set<Object> keys = new HashSet<>(Set.of(key));
    budget.filled(table, keys.toArray(), 1);
    assertTrue(budget.isDoubtful());

    budget.restart("graph");

    assertFalse(budget.isDoubtful());
  }
}
