package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NodeProberTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration ROUND = Duration.ofMillis(1_250);

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final ManualTimer timer = new ManualTimer();
  private final List<String> news = new ArrayList<>();
  private final NodeHealthBoard board =
      new NodeHealthBoard(
          List.of("n1", "n2"),
          3,
          clock,
          new NodeStateListener() {
            @Override
            public void nodeLost(String nodeId) {
              news.add("lost " + nodeId);
            }

            @Override
            public void nodeReturned(String nodeId) {
              news.add("returned " + nodeId);
            }
          });
  private final FaultyStore one = new FaultyStore("n1", clock);
  private final FaultyStore two = new FaultyStore("n2", clock);
  private final NodeProber prober =
      new NodeProber(() -> Map.of("n1", one, "n2", two), board, timer, new Random(1), SECOND);

  @BeforeEach
  void start() {
    prober.start();
  }

  @Test
  void roundWhenNoNodeIsLostThenNoneIsAsked() {
    timer.advance(SECOND.multipliedBy(10));

    assertEquals(List.of(), one.operations());
    assertEquals(List.of(), two.operations());
  }

  @Test
  void roundWhenNodeIsLostThenOnlyItIsAskedAndReturns() {
    board.watch("n1").disconnected("no connection");

    timer.advance(ROUND);

    assertEquals(List.of("load " + NodeProber.PROBE_KEY), one.operations());
    assertEquals(List.of(), two.operations());
    assertTrue(board.isAvailable("n1"));
    assertEquals(List.of("lost n1", "returned n1"), news);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "UNAVAILABLE", "BUSY", "TOO_LARGE"})
  void roundWhenProbeFailsThenNodeStaysLostAndIsAskedAgain(Reason reason) {
    one.failWith(reason);
    board.watch("n1").disconnected("no connection");

    timer.advance(ROUND.multipliedBy(8));
    assertFalse(board.isAvailable("n1"));
    assertTrue(one.operations().size() >= 8, () -> one.operations().toString());
    one.heal();
    timer.advance(ROUND);

    assertEquals(List.of("lost n1", "returned n1"), news);
  }

  @Test
  void roundWhenNodeRefusesThenItReturns() {
    one.failWith(Reason.REFUSED);
    board.watch("n1").disconnected("no connection");

    timer.advance(ROUND);

    assertTrue(board.isAvailable("n1"));
  }

  @Test
  void roundWhenNodeIsFrozenThenReturnsWithItsLateAnswer() {
    one.freeze();
    board.watch("n1").disconnected("no connection");
    timer.advance(ROUND);
    assertFalse(board.isAvailable("n1"));

    one.thaw();

    assertTrue(board.isAvailable("n1"));
  }

  @Test
  void roundWhenItsAnswerComesAfterAnotherNodeHasGotTheIdThenThatOneStaysLost() {
    one.freeze();
    board.watch("n1").disconnected("no connection");
    timer.advance(ROUND);
    board.change(List.of("n1", "n2"), Set.of("n1"));
    board.watch("n1").disconnected("no connection");

    one.thaw();

    assertFalse(board.isAvailable("n1"));
    assertEquals(List.of("lost n1", "lost n1"), news);
  }

  @Test
  void roundsWhenManyThenApartByIntervalWithJitter() {
    Set<Duration> pauses = new HashSet<>();

    for (int i = 0; i < 100; i++) {
      Duration pause = timer.untilNext();
      assertNotNull(pause);
      pauses.add(pause);
      timer.advance(pause);
    }

    assertTrue(pauses.size() > 90, pauses::toString);
    for (Duration pause : pauses) {
      assertTrue(pause.compareTo(Duration.ofMillis(750)) >= 0, pause::toString);
      assertTrue(pause.compareTo(ROUND) <= 0, pause::toString);
    }
  }

  @Test
  void closeWhenProbeIsOnItsWayThenItsAnswerIsIgnored() {
    one.freeze();
    board.watch("n1").disconnected("no connection");
    timer.advance(ROUND);

    prober.close();
    one.thaw();

    assertNull(timer.untilNext());
    assertEquals(List.of("lost n1"), news);
  }

  @Test
  void roundWhenTimerIsShutDownThenEndsQuietly() {
    timer.shutdown();

    timer.advance(ROUND);

    assertNull(timer.untilNext());
  }

  @Test
  void roundWhenOneFailsForWantOfMemoryThenTheNextOneAsks() {
    board.watch("n1").disconnected("no connection");
    AtomicInteger failures = new AtomicInteger(1);
    one.onLoad(
        () -> {
          if (failures.getAndDecrement() > 0) {
            throw new OutOfMemoryError("told to fail by the test");
          }
        });

    timer.advance(ROUND.multipliedBy(2));

    assertTrue(board.isAvailable("n1"));
  }
}
