package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.storage.ManualTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PacedQueueTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void addAllWhenThereWasNoMemoryForABatchOnceThenTheNextOnesBringAllTheirTurn(int batches) {
    ManualTimer timer = new ManualTimer();
    List<Integer> seen = new ArrayList<>();
    PacedQueue<Integer> queue = new PacedQueue<>(timer, 10, seen::add);
    try (CapturedLog log = new CapturedLog(PacedQueue.class)) {
      if (batches == 0) {
        timer.failToSchedule(1);
        assertThrows(OutOfMemoryError.class, () -> queue.addAll(List.of(1, 2, 3, 4)));
      } else {
        queue.addAll(List.of(1, 2, 3, 4));
        timer.advance(Duration.ofMillis(100L * (batches - 1)));
        timer.failToSchedule(1);
        timer.advance(Duration.ofMillis(100));
      }

      queue.addAll(List.of(5));
      CompletableFuture<Void> empty = queue.whenEmpty();
      timer.advance(Duration.ofSeconds(1));

      assertEquals(List.of(1, 2, 3, 4, 5), seen);
      assertTrue(empty.isDone());
      assertEquals(batches == 0 ? 0 : 1, log.warnings().size());
    }
  }

  @Test
  void nextBatchWhenOneFailsThenTheOthersHaveTheirTurn() {
    ManualTimer timer = new ManualTimer();
    List<String> seen = new ArrayList<>();
    PacedQueue<String> queue =
        new PacedQueue<>(
            timer,
            10,
            item -> {
              seen.add(item);
              if (item.equals("bad")) {
                throw new NoClassDefFoundError("com/acme/Missing");
              }
            });

    try (CapturedLog log = new CapturedLog(PacedQueue.class)) {
      queue.addAll(List.of("a", "bad", "b"));
      CompletableFuture<Void> empty = queue.whenEmpty();
      timer.advance(Duration.ofSeconds(1));

      assertEquals(List.of("a", "bad", "b"), seen);
      assertTrue(empty.isDone());
      assertEquals(1, log.warnings().size());
    }
  }
}
