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

class ExpiryBatchesTest {

  private static final int SESSIONS = 2 * ExpiryBatches.SIZE + 1;

  private final List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> over = IntStream.range(0, SESSIONS).boxed().toList();

  /** Each answer comes with the last question of its batch: who waited for each would wait long. */
  @Test
  void claimWhenManyAreOverThenTheyAreAskedForTogether() {
    List<CompletableFuture<Boolean>> open = new ArrayList<>();
    ExpiryBatches<Integer> batches =
        new ExpiryBatches<>(
            session -> {
              asked.add(session);
              CompletableFuture<Boolean> answer = new CompletableFuture<>();
              open.add(answer);
              if (open.size() == ExpiryBatches.SIZE || session == SESSIONS - 1) {
                open.forEach(each -> each.complete(true));
                open.clear();
              }
              return answer;
            },
            new StoreWait(Duration.ofMinutes(5)));

    batches.claim(over);

    assertEquals(over, asked);
    for (Integer session : over) {
      assertTrue(Objects.requireNonNull(batches.claimOf(session)).join());
      assertNull(batches.claimOf(session));
    }
  }

  @Test
  void claimWhenNobodyAnswersThenTheNextBatchHasItsTurn() {
    ExpiryBatches<Integer> batches =
        new ExpiryBatches<>(
            session -> {
              asked.add(session);
              return new CompletableFuture<>();
            },
            new StoreWait(Duration.ofMillis(1)));

    batches.claim(over);

    assertEquals(over, asked);
  }

  @Test
  void settleWhenNobodyAskedForAClaimThenTheSessionEndsAllTheSame() {
    List<Integer> ended = new ArrayList<>();
    ExpiryBatches<Integer> batches =
        new ExpiryBatches<>(
            session -> CompletableFuture.completedFuture(true),
            new StoreWait(Duration.ofMinutes(5)));
    batches.claim(List.of(1, 2));
    var unused = batches.claimOf(1);

    batches.settle(ended::add);

    assertEquals(List.of(2), ended);
    assertNull(batches.claimOf(2));
  }
}
