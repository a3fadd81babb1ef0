package io.holdfast.sessions.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.storage.ManualTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class PacedQueueTest {

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
