package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StoreWaitTest {

  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final AtomicLong clock = new AtomicLong();
  private final StoreWait store = new StoreWait(LIMIT, clock::get, null);

  /**
   * Whenever this process is stopped and however long, it waits for an answer that came meanwhile,
   * and that no thread has read yet.
   */
  @Test
  void awaitWhenThisProcessStoodStillThenWaitsForTheAnswerThatCameMeanwhile() {
    List<String> lost = new ArrayList<>();
    for (long stop = 0; stop < 600; stop += 10) {
      for (long still = 0; still < 4_000; still += 10) {
        clock.set(0);
        if (store.await(new Behind(600, List.of(new Standstill(stop, stop + still)))) == null) {
          lost.add("stopped at %d ms for %d ms".formatted(stop, still));
        }
      }
    }
    assertEquals(List.of(), lost);
  }

  @Test
  void awaitWhenItStoodStillTwiceThenWaitsAllTheSame() {
    Behind answer =
        new Behind(600, List.of(new Standstill(100, 1_500), new Standstill(1_501, 4_000)));

    assertEquals("answer", store.await(answer));
  }

  /** On a machine where no thread gets a processor in time. */
  @Test
  void awaitWhenEachWakeIsLateThenWaitsTwiceAsLongAtMost() {
    List<Standstill> always = new ArrayList<>();
    for (long stop = 100; stop < 10_000; stop += 400) {
      always.add(new Standstill(stop, stop + 390));
    }

    assertNull(store.await(new Behind(9_000, always)));
    assertTrue(millis() < 4_000, millis() + " ms");
  }

  @Test
  void awaitWhenTheNodesAreSilentThenWaitsForTheLimit() {
    assertNull(store.await(new Behind(9_000, List.of())));
    assertEquals(LIMIT.toMillis(), millis());
  }

  /** Each save that it stands behind may take as long as the nodes' silence. */
  @Test
  void awaitSaveWhenOthersAreBeforeItThenWaitsForThem() {
    assertEquals("answer", store.awaitSave(new Behind(2_000, List.of())));
    clock.set(0);
    assertNull(store.await(new Behind(2_000, List.of())));
  }

  @Test
  void awaitSaveWhenItNeverEndsThenItIsNotKnown() {
    assertNull(store.awaitSave(new Behind(86_400_000, List.of())));
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

  private long millis() {
    return TimeUnit.NANOSECONDS.toMillis(clock.get());
  }

  /** No thread of this process runs, from and to a time in milliseconds. */
  private record Standstill(long from, long to) {

    boolean covers(long time) {
      return from <= time && time < to;
    }
  }

  /** An answer behind a time in milliseconds, which a thread of this process has to read. */
  private final class Behind extends CompletableFuture<String> {

    /** As long as that thread may take when the process goes on. */
    private static final long READING = 40;

    private final long read;
    private final List<Standstill> still;

    Behind(long time, List<Standstill> still) {
      this.still = still;
      this.read = afterStandstill(time) == time ? time : afterStandstill(time) + READING;
    }

    @Override
    public String get(long timeout, TimeUnit unit) throws TimeoutException {
      long end = millis() + unit.toMillis(timeout);
      long woken = afterStandstill(Math.min(end, Math.max(read, millis())));
      clock.set(TimeUnit.MILLISECONDS.toNanos(woken));
      if (woken < read) {
        throw new TimeoutException();
      }
      return "answer";
    }

    private long afterStandstill(long time) {
      return still.stream()
          .filter(standstill -> standstill.covers(time))
          .mapToLong(Standstill::to)
          .findFirst()
          .orElse(time);
    }
  }
}
