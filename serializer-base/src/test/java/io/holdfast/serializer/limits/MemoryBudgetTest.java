package io.holdfast.serializer.limits;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class MemoryBudgetTest {

  private static final int MIB = 1_024 * 1_024;

  /** Takes more than 16 MiB. */
  private static final int MANY = 60_000;

  private static final Map<String, Object> GRAPH =
      Map.of("good", "text", "bad", new ArrayList<>(List.of(new IdentityHashMap<>())));

  private final AtomicLong allocated = new AtomicLong();

  private static MemoryBudget written() {
    MemoryBudget budget = MemoryBudget.writing(DecodeLimits.DEFAULTS, GRAPH);
    for (int i = 0; i < MANY; i++) {
      budget.made(IdentityHashMap.class);
    }
    return budget;
  }

  @Test
  void finishWhenBytesAreFewThenIsRefusedWithClassAndPlace() {
    MemoryBudget budget = written();

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> budget.finish(1_000));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("most of them in class java.util.IdentityHashMap"), message);
    assertTrue(message.endsWith("the first at [\"bad\"][0]"), message);
    assertTrue(budget.hasRefused());
  }

  @Test
  void finishWhenBytesAreManyThenIsNotRefused() {
    MemoryBudget budget = written();

    assertDoesNotThrow(() -> budget.finish(MIB));
    assertFalse(budget.hasRefused());
  }

  /** The classes of the reader's JDK may have more fields. */
  @Test
  void madeWhenReadingThenAQuarterMoreIsAllowed() {
    MemoryBudget writing = MemoryBudget.writing(DecodeLimits.DEFAULTS, GRAPH);
    MemoryBudget reading = MemoryBudget.reading(0, allocated::get);
    int most = 16 * MIB / HeapWeight.ofEmpty(IdentityHashMap.class);
    for (int i = 0; i < most; i++) {
      writing.made(IdentityHashMap.class);
      reading.made(IdentityHashMap.class);
    }
    assertDoesNotThrow(() -> writing.finish(0));
    for (int i = 0; i < most / 5; i++) {
      reading.made(IdentityHashMap.class);
    }

    TranscoderException refusal =
        assertThrows(
            TranscoderException.class,
            () -> {
              for (int i = 0; i < most / 10; i++) {
                reading.made(IdentityHashMap.class);
              }
            });

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
  }

  @Test
  void madeWhenItsClassAllocatesTooMuchThenIsRefused() {
    MemoryBudget reading = MemoryBudget.reading(1_000, allocated::get);
    allocated.set(100L * MIB);
    reading.made(new ArrayList<>());
    allocated.set(200L * MIB);

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> reading.made(new ArrayList<>()));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
  }

  @Test
  void lookWhenTheGraphIsLargeThenMoreIsAllowed() {
    MemoryBudget reading = MemoryBudget.reading(MIB, allocated::get);
    allocated.set(200L * MIB);

    assertDoesNotThrow(reading::look);
  }

  @Test
  void lookWhenTheJvmDoesNotTellThenIsNotRefused() {
    MemoryBudget reading = MemoryBudget.reading(0, () -> ThreadCosts.UNKNOWN);

    assertDoesNotThrow(reading::look);
  }

  @Test
  @SuppressWarnings("UnusedVariable")
  void allocatedWhenTheThreadAllocatesThenGrows() {
    long before = ThreadCosts.allocated();

    byte[][] held = {new byte[MIB]};

    assertTrue(ThreadCosts.allocated() - before >= held[0].length);
  }
}
