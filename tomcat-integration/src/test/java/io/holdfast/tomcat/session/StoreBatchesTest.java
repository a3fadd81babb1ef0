package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.model.StoreWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StoreBatchesTest {

  private static final int SESSIONS = 2 * StoreBatches.SIZE + 1;

  private final List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> over = IntStream.range(0, SESSIONS).boxed().toList();

  /** Each answer comes with the last question of its batch: who waited for each would wait long. */
  @Test
  void askWhenThereAreManyThenTheyAreAskedForTogether() {
    List<CompletableFuture<Boolean>> open = new ArrayList<>();
    StoreBatches<Integer> batches =
        new StoreBatches<>(
            session -> {
              asked.add(session);
              CompletableFuture<Boolean> answer = new CompletableFuture<>();
              open.add(answer);
              if (open.size() == StoreBatches.SIZE || session == SESSIONS - 1) {
                open.forEach(each -> each.complete(true));
                open.clear();
              }
              return answer;
            },
            new StoreWait(Duration.ofMinutes(5)));

    batches.ask(over);

    assertEquals(over, asked);
    for (Integer session : over) {
      assertTrue(Objects.requireNonNull(batches.answerFor(session)).join());
      assertNull(batches.answerFor(session));
    }
  }

  @Test
  void askWhenNobodyAnswersThenTheNextBatchHasItsTurn() {
    StoreBatches<Integer> batches =
        new StoreBatches<>(
            session -> {
              asked.add(session);
              return new CompletableFuture<>();
            },
            new StoreWait(Duration.ofMillis(1)));

    batches.ask(over);

    assertEquals(over, asked);
  }

  @Test
  void settleWhenNobodyTookAnAnswerThenTheSessionEndsAllTheSame() {
    List<Integer> ended = new ArrayList<>();
    StoreBatches<Integer> batches =
        new StoreBatches<>(
            session -> CompletableFuture.completedFuture(true),
            new StoreWait(Duration.ofMinutes(5)));
    batches.ask(List.of(1, 2));
    var unused = batches.answerFor(1);

    batches.settle(ended::add);

    assertEquals(List.of(2), ended);
    assertNull(batches.answerFor(2));
  }
}
