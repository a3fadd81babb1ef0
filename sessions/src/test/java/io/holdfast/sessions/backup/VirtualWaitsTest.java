package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On threads of the operating system: what waits is a thread, of whatever kind. */
@Timeout(60)
final class VirtualWaitsTest {

  private static final long LONG = Duration.ofDays(1).toNanos();

  private final AtomicLong clock = new AtomicLong();
  private final CommonThreads threads =
      new CommonThreads("waits", VirtualWaitsTest.class.getClassLoader());
  private final ApplicationTimer timer = new ApplicationTimer(threads.timer());
  private final VirtualWaits waits = new VirtualWaits(timer, clock::get);
  private final CompletableFuture<String> answer = new CompletableFuture<>();

  @AfterEach
  void endThreads() {
    timer.shutdown();
    threads.close();
  }

  @Test
  void getWhenTheAnswerComesThenReturnsIt() throws Exception {
    FutureTask<String> waiting = waiting(LONG);

    answer.complete("stored");

    assertEquals("stored", waiting.get());
  }

  @Test
  void getWhenTheAnswerIsThereThenAsksNoTimer() throws Exception {
    timer.shutdown();
    answer.complete("stored");

    assertEquals("stored", waits.get(answer, 0));
  }

  @Test
  void getWhenTheAnswerIsAFailureThenThrowsIt() throws Exception {
    FutureTask<String> waiting = waiting(LONG);

    answer.completeExceptionally(new IllegalStateException("no node"));

    ExecutionException failure = assertThrows(ExecutionException.class, waiting::get);
    Throwable cause = assertInstanceOf(ExecutionException.class, failure.getCause()).getCause();
    assertEquals("no node", assertInstanceOf(IllegalStateException.class, cause).getMessage());
  }

  /** The second one begins while looks go on for the first. */
  @Test
  void getWhenItsTimeIsOverThenThrowsAndOthersWaitOn() throws Exception {
    FutureTask<String> patient = waiting(LONG);
    FutureTask<String> waiting = waiting(Duration.ofSeconds(2).toNanos());

    clock.addAndGet(Duration.ofSeconds(2).toNanos());

    ExecutionException failure = assertThrows(ExecutionException.class, waiting::get);
    assertInstanceOf(TimeoutException.class, failure.getCause());
    answer.complete("stored");
    assertEquals("stored", patient.get());
  }

  @Test
  void getWhenNobodyHasWaitedForAWhileThenEachIsLookedAtAgain() throws Exception {
    for (int round = 0; round < 3; round++) {
      FutureTask<String> waiting = waiting(1);
      clock.addAndGet(1);
      assertThrows(ExecutionException.class, waiting::get);
      timer.schedule(() -> {}, 2 * VirtualWaits.LOOK.toMillis(), TimeUnit.MILLISECONDS).get();
    }
  }

  @Test
  void getWhenTheThreadIsInterruptedThenThrows() throws Exception {
    FutureTask<String> waiting = new FutureTask<>(() -> waits.get(answer, LONG));
    Thread thread = new Thread(waiting);
    thread.start();

    thread.interrupt();

    ExecutionException failure = assertThrows(ExecutionException.class, waiting::get);
    assertInstanceOf(InterruptedException.class, failure.getCause());
  }

  /** By then its clock decides, which stands still; so the answer has to end it. */
  @Test
  void getWhenTheTimerIsShutDownMeanwhileThenWaitsByItself() throws Exception {
    FutureTask<String> waiting = waiting(LONG);

    timer.shutdown();
    waits.close();

    answer.complete("stored");
    assertEquals("stored", waiting.get());
  }

  @Test
  void getWhenTheTimerIsShutDownThenStillEndsInTime() {
    timer.shutdown();

    assertThrows(TimeoutException.class, () -> waits.get(answer, 1));
    waits.close();
    assertThrows(TimeoutException.class, () -> waits.get(answer, 1));
  }

  /** Begins to wait on another thread, and returns when that has to be woken. */
  private FutureTask<String> waiting(long nanos) {
    FutureTask<String> task = new FutureTask<>(() -> waits.get(answer, nanos));
    Thread thread = new Thread(task);
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return task;
  }
}
