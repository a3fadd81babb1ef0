package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StoreWaitTest {

  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final AtomicLong clock = new AtomicLong();
  private final StoreWait store = new StoreWait(LIMIT, clock::get, null);

  @Test
  void awaitWhenThisTomcatStoodStillThenWaitsOnceMore() {
    assertEquals("answer", store.await(new Late(1, Duration.ofSeconds(4))));
  }

  @Test
  void awaitWhenItStoodStillAgainThenThereIsNoAnswer() {
    assertNull(store.await(new Late(2, Duration.ofSeconds(4))));
  }

  @Test
  void awaitWhenTheNodesAreSilentThenWaitsNoLonger() {
    assertNull(store.await(new Late(1, LIMIT)));
  }

  /** Each save that it stands behind may take as long as the nodes' silence. */
  @Test
  void awaitSaveWhenOthersAreBeforeItThenWaitsForThem() {
    Behind save = new Behind(LIMIT.multipliedBy(2));

    assertEquals("saved", store.awaitSave(save));
    assertNull(store.await(new Behind(LIMIT.multipliedBy(2))));
  }

  @Test
  void awaitSaveWhenItNeverEndsThenItIsNotKnown() {
    assertNull(store.awaitSave(new Behind(Duration.ofDays(1))));
  }

  /** Comes after some time, for which the one who waits must be ready. */
  private final class Behind extends CompletableFuture<String> {

    private final Duration time;

    Behind(Duration time) {
      this.time = time;
    }

    @Override
    public String get(long timeout, TimeUnit unit) throws TimeoutException {
      clock.addAndGet(Math.min(time.toNanos(), unit.toNanos(timeout)));
      if (time.toNanos() > unit.toNanos(timeout)) {
        throw new TimeoutException();
      }
      return "saved";
    }
  }

  /** A client must not be told that its change is stored because its thread was interrupted. */
  @Test
  void awaitWhenTheThreadIsInterruptedThenWaitsAllTheSame() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread.currentThread().interrupt();
    Thread answering = new Thread(() -> answer.complete("answer"));
    answering.start();

    String found = store.await(answer);

    assertTrue(Thread.interrupted());
    assertEquals("answer", found);
  }

  /** Comes only when the one who waits has given up so many times. */
  private final class Late extends CompletableFuture<String> {

    private final Duration time;
    private int silences;

    Late(int silences, Duration time) {
      this.silences = silences;
      this.time = time;
    }

    @Override
    public String get(long timeout, TimeUnit unit) throws TimeoutException {
      if (silences-- > 0) {
        clock.addAndGet(time.toNanos());
        throw new TimeoutException();
      }
      return "answer";
    }
  }
}
