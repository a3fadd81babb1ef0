package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.link.Deadlines.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeadlinesTest {

  private static final Duration HALF = Duration.ofMillis(500);

  private final ManualTimer timer = new ManualTimer();
  private long rounds;
  private final Deadlines deadlines =
      new Deadlines(timer, HALF.multipliedBy(2), timer::nanoTime, () -> rounds);
  private final List<String> over = new ArrayList<>();

  @Test
  void startWhenTimePassesThenEachRunsWhenItIsDue() {
    start("a");
    timer.advance(HALF);
    start("b");

    timer.advance(HALF);
    List<String> first = List.copyOf(over);
    timer.advance(HALF);

    assertEquals(List.of("a"), first);
    assertEquals(List.of("a", "b"), over);
    assertNull(timer.untilNext());
  }

  @Test
  void startWhenManyRunAtOnceThenOneTaskWatchesThem() {
    for (int i = 0; i < 1_000; i++) {
      start("" + i).cancel();
    }

    assertEquals(1, timer.scheduled());
    assertEquals(List.of(), over);
  }

  @Test
  void cancelWhenOthersBeganBeforeThenTheseStillEnd() {
    start("a");
    Deadline second = start("b");
    start("c");

    second.cancel();
    timer.advance(HALF.multipliedBy(2));

    assertEquals(List.of("a", "c"), over);
  }

  @Test
  void startWhenAllWereOverThenItIsWatchedAgain() {
    start("a").cancel();
    timer.advance(HALF.multipliedBy(4));

    start("b");
    timer.advance(HALF.multipliedBy(2));

    assertEquals(List.of("b"), over);
  }

  @Test
  void startWhenThisProcessStoodStillThenAnswersAreReadFirst() {
    Deadline answered = start("a");
    start("b");
    timer.standStill(HALF.multipliedBy(3));
    timer.advance(Duration.ofMillis(10));
    assertEquals(List.of(), over);

    answered.cancel();
    rounds += 2;
    timer.advance(Duration.ofMillis(50));

    assertEquals(List.of("b"), over);
    assertNull(timer.untilNext());
  }

  /** Other threads may have the processors for longer than a moment. */
  @Test
  void startWhenThisProcessStoodStillAndTheReaderGetsNoProcessorThenItIsWaitedFor() {
    rounds = 7;
    Deadline answered = start("a");
    timer.standStill(HALF.multipliedBy(3));
    timer.advance(Duration.ofMillis(400));
    rounds++; // which may have begun before
    timer.advance(Duration.ofMillis(100));
    assertEquals(List.of(), over);

    answered.cancel();
    start("b");
    rounds++;
    timer.advance(Duration.ofMillis(50));
    assertEquals(List.of(), over);
    timer.advance(HALF.multipliedBy(2));

    assertEquals(List.of("b"), over);
  }

  @Test
  void startWhenThisProcessStoodStillAndTheReaderIsStuckThenItEndsWithinASecondOrTwo() {
    start("a");
    timer.standStill(HALF.multipliedBy(3));
    timer.advance(Duration.ofMillis(900));
    assertEquals(List.of(), over);

    timer.advance(Duration.ofMillis(200));

    assertEquals(List.of("a"), over);
  }

  @Test
  void startWhenThisProcessStoodStillAndThereIsNoReaderThenItEndsAfterAMoment() {
    rounds = -1;
    start("a");
    timer.standStill(HALF.multipliedBy(3));

    timer.advance(Duration.ofMillis(60));

    assertEquals(List.of("a"), over);
  }

  @Test
  void startWhenThisProcessStandsStillAgainThenItEndsAllTheSame() {
    start("a");
    timer.standStill(HALF.multipliedBy(3));
    timer.advance(Duration.ofMillis(10));
    rounds += 2;
    timer.standStill(HALF);
    timer.advance(Duration.ofMillis(10));

    assertEquals(List.of("a"), over);
  }

  @Test
  void startWhenThereIsNoMemoryForTheNextLookThenTheOthersEndAllTheSame() {
    start("a");
    start("b");
    timer.standStill(HALF.multipliedBy(3));
    timer.failToSchedule(1);

    timer.advance(HALF);
    start("c");
    timer.advance(HALF.multipliedBy(3));

    assertEquals(List.of("a", "b", "c"), over);
  }

  @Test
  void closeWhenSomeRunThenTheyAreToldAndNothingIsLeftOnTheTimer() {
    start("a");

    start("b").cancel();
    start("c");

    deadlines.close();

    assertNull(timer.untilNext());
    assertEquals(List.of("a at the close", "c at the close"), over);
  }

  private Named start(String name) {
    Named started = new Named(name);
    deadlines.start(started);
    return started;
  }

  private final class Named extends Deadline {

    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    protected void timeOut(Duration timeout) {
      over.add(name);
    }

    @Override
    protected void closed() {
      over.add(name + " at the close");
    }
  }
}
