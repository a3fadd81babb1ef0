package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class NodeFiguresWatchTest {

  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long MEGABYTE = 1 << 20;

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final ManualTimer timer = new ManualTimer();
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final CapturedLog log = new CapturedLog(NodeFiguresWatch.class);
  private final NodeHealthBoard board =
      new NodeHealthBoard(
          List.of("n1", "n2"),
          3,
          clock,
          new NodeStateListener() {
            @Override
            public void nodeLost(String nodeId) {}

            @Override
            public void nodeReturned(String nodeId) {}
          });
  private final FaultyStore one = new FaultyStore("n1", clock);
  private final FaultyStore two = new FaultyStore("n2", clock);
  private final Map<String, NodeStore> stores = new HashMap<>(Map.of("n1", one, "n2", two));
  private final List<String> emptied = new ArrayList<>();
  private final NodeFiguresWatch watch =
      new NodeFiguresWatch(() -> stores, board, timer, clock, metrics, emptied::add);

  @BeforeEach
  void start() {
    one.sayOfMemory(memory(7, 10));
    two.sayOfMemory(memory(0, 62));
    watch.start();
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  @Test
  void roundWhenNodesHaveSaidNothingYetThenNothingIsKnown() {
    assertNull(watch.figuresOf("n1"));
    assertEquals(0, metrics.get(Metric.NODE_MEMORY_PERCENT));
  }

  @Test
  void roundWhenItIsTheFirstThenShowsMemoryAndCountsNoEvictionsOfBefore() {
    pass(FIRST);

    assertEquals(memory(7, 10), watch.figuresOf("n1"));
    assertEquals(memory(0, 62), watch.figuresOf("n2"));
    assertEquals(97, metrics.get(Metric.NODE_MEMORY_PERCENT));
    assertEquals(0, metrics.get(Metric.NODE_EVICTIONS));
    assertEquals(List.of(), log.warnings());
  }

  @Test
  void roundWhenTheOneBeforeFailedForWantOfMemoryThenAsksAllTheSame() {
    watch.close();
    AtomicInteger failures = new AtomicInteger(1);
    NodeFiguresWatch failing =
        new NodeFiguresWatch(
            () -> {
              if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("told to fail by the test");
              }
              return stores;
            },
            board,
            timer,
            clock,
            metrics,
            emptied::add);
    failing.start();

    pass(FIRST);
    pass(MINUTE);

    assertEquals(memory(7, 10), failing.figuresOf("n1"));
  }

  @Test
  void memoryWhenTheFullestNodeIsLostThenTheFullestOfTheOthersIsShown() {
    pass(FIRST);

    board.watch("n2").disconnected("no connection");

    assertEquals(16, metrics.get(Metric.NODE_MEMORY_PERCENT));
  }

  @Test
  void roundsWhenNodesEvictThenCountsAllOfThem() {
    pass(FIRST);

    one.sayOfMemory(memory(10, 64));
    two.sayOfMemory(memory(1, 64));
    pass(MINUTE);
    one.sayOfMemory(memory(12, 64));
    pass(MINUTE);

    assertEquals(3 + 1 + 2, metrics.get(Metric.NODE_EVICTIONS));
  }

  @Test
  void roundWhenTheNodeWasStartedAnewThenCountsWhatItEvictedSince() {
    pass(FIRST);

    one.sayOfMemory(memory(2, 10));
    pass(MINUTE);

    assertEquals(2, metrics.get(Metric.NODE_EVICTIONS));
  }

  @Test
  void roundWhenANodeEvictsThenWarnsWithNodeNumberAndRemedy() {
    pass(FIRST);

    one.sayOfMemory(memory(1_007, 63));
    pass(MINUTE);

    assertEquals(1, log.warnings().size(), log.warnings()::toString);
    String warning = log.warnings().get(0);
    assertTrue(warning.startsWith("node n1 gave up 1000 values"), warning);
    assertTrue(warning.contains("63 of 64 MB"), warning);
    assertTrue(warning.contains("(-m, maxmemory)"), warning);
    assertTrue(warning.contains("session-timeout"), warning);
  }

  @Test
  void roundsWhenNodesGoOnEvictingThenWarnsOfEachOnceAnHour() {
    pass(FIRST);

    for (int minute = 1; minute <= 61; minute++) {
      one.sayOfMemory(memory(7 + minute, 64));
      two.sayOfMemory(memory(minute, 64));
      pass(MINUTE);
    }

    List<String> ofOne = log.warnings().stream().filter(line -> line.contains("node n1")).toList();
    assertEquals(2, ofOne.size(), log.warnings()::toString);
    assertTrue(ofOne.get(1).contains("gave up 60 values"), ofOne::toString);
    assertEquals(4, log.warnings().size(), log.warnings()::toString);
  }

  @Test
  void roundsThenApartByAMinute() {
    pass(FIRST);

    assertEquals(MINUTE, timer.untilNext());
    assertEquals(1, one.operations().size());
  }

  @Test
  void roundWhenANodeIsLostThenItIsNotAsked() {
    board.watch("n1").disconnected("no connection");

    pass(FIRST.plus(MINUTE));

    assertEquals(List.of(), one.operations());
    assertEquals(2, two.operations().size());
  }

  @Test
  void roundsWhenANodeRefusesThenItIsAskedOnce() {
    one.failWith(Reason.REFUSED);

    pass(MINUTE.multipliedBy(10));

    assertEquals(1, one.operations().size());
    assertNull(watch.figuresOf("n1"));
    assertEquals(memory(0, 62), watch.figuresOf("n2"));
    assertEquals(List.of(), log.warnings());
  }

  @Test
  void roundsWhenAStoreHasNothingToSayThenItIsAskedOnce() {
    stores.put("n1", new FaultyStore("n1", clock));

    pass(MINUTE.multipliedBy(10));

    assertEquals(1, ((FaultyStore) stores.get("n1")).operations().size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "UNAVAILABLE", "DROPPED"})
  void roundsWhenANodeNeverSaysThenItIsAskedThreeTimes(Reason reason) {
    one.failWith(reason);

    pass(MINUTE.multipliedBy(10));

    assertEquals(3, one.operations().size());
  }

  @Test
  void roundsWhenANodeHasSaidBeforeThenSilenceDoesNotMatter() {
    pass(FIRST);
    one.failWith(Reason.TIMEOUT);
    pass(MINUTE.multipliedBy(10));
    one.heal();
    one.sayOfMemory(memory(8, 64));

    pass(MINUTE);

    assertEquals(memory(8, 64), watch.figuresOf("n1"));
    assertEquals(1, metrics.get(Metric.NODE_EVICTIONS));
  }

  /** A node that is short of memory or of connections for a moment, or was asked in between. */
  @Test
  void roundsWhenANodeThatHasSaidBeforeRefusesOnceThenItIsAskedAgain() {
    pass(FIRST);
    one.failWith(Reason.REFUSED);
    pass(MINUTE);
    one.heal();
    one.sayOfMemory(memory(8, 64));

    pass(MINUTE);

    assertEquals(memory(8, 64), watch.figuresOf("n1"));
    assertEquals(1, metrics.get(Metric.NODE_EVICTIONS));
  }

  @Test
  void roundWhenAnotherNodeHasTheIdThenItsEvictionsOfBeforeDoNotCount() {
    pass(FIRST);
    FaultyStore other = new FaultyStore("n1", clock);
    other.sayOfMemory(memory(5_000, 64));
    stores.put("n1", other);

    pass(MINUTE);

    assertEquals(memory(5_000, 64), watch.figuresOf("n1"));
    assertEquals(0, metrics.get(Metric.NODE_EVICTIONS));
  }

  @Test
  void roundWhenANodeIsGoneThenItIsNotKnownAnyMore() {
    pass(FIRST);
    stores.remove("n2");

    pass(MINUTE);

    assertNull(watch.figuresOf("n2"));
    assertEquals(16, metrics.get(Metric.NODE_MEMORY_PERCENT));
  }

  @Test
  void closeWhenAnAnswerIsOnItsWayThenItIsIgnored() {
    pass(FIRST);
    one.sayOfMemory(memory(1_000, 64));
    one.freeze();
    pass(MINUTE);

    watch.close();
    one.thaw();

    assertNull(timer.untilNext());
    assertEquals(0, metrics.get(Metric.NODE_EVICTIONS));
    assertEquals(List.of(), log.warnings());
  }

  @Test
  void roundWhenTheTimerIsShutDownThenEndsQuietly() {
    timer.shutdown();

    pass(FIRST);

    assertNull(timer.untilNext());
  }

  /** Once more in the round behind it: {@code flush_all 10} forgets what was stored meanwhile. */
  @Test
  void roundsWhenANodeWasFlushedThenThatIsToldTwiceAndLoggedOnce() {
    one.sayOfMemory(flushed(3));
    pass(FIRST);
    assertEquals(List.of(), emptied, "it was before");

    one.sayOfMemory(flushed(4));
    pass(MINUTE);
    assertEquals(List.of("n1"), emptied);
    pass(MINUTE);
    assertEquals(List.of("n1", "n1"), emptied);
    pass(MINUTE.multipliedBy(10));

    assertEquals(List.of("n1", "n1"), emptied);
    assertEquals(1, log.warnings().size(), log.warnings()::toString);
    assertTrue(log.warnings().get(0).startsWith("node n1 was emptied"));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void roundWhenANodeCountsAnewThenOnlyWhatItCountsSinceIsTold(long flushes, boolean isTold) {
    one.sayOfMemory(flushed(3));
    pass(FIRST);

    one.sayOfMemory(flushed(flushes));
    pass(MINUTE);

    assertEquals(isTold ? List.of("n1") : List.of(), emptied);
  }

  @Test
  void roundsWhenASettingLetsTheNodeEvictThenThatIsToldOnceEachTimeItIsSet() {
    NodeFigures evicting =
        new NodeFigures(7, 10 * MEGABYTE, 64 * MEGABYTE, 0, "maxmemory-policy allkeys-lru");
    one.sayOfMemory(evicting);
    pass(FIRST);
    pass(MINUTE.multipliedBy(10));
    assertEquals(
        List.of(
            "node n1 evicts sessions once its memory is full (maxmemory-policy allkeys-lru). Set"
                + " maxmemory-policy noeviction: a full node then refuses writes, and Holdfast stores"
                + " the session elsewhere or later."),
        log.warnings());

    one.sayOfMemory(memory(7, 10));
    pass(MINUTE);
    one.sayOfMemory(evicting);
    pass(MINUTE);

    assertEquals(2, log.warnings().size(), log.warnings()::toString);
  }

  private static NodeFigures flushed(long times) {
    return new NodeFigures(7, 10 * MEGABYTE, 64 * MEGABYTE, times);
  }

  private void pass(Duration time) {
    clock.advance(time);
    timer.advance(time);
  }

  private static NodeFigures memory(long evictions, long megabytes) {
    return new NodeFigures(evictions, megabytes * MEGABYTE, 64 * MEGABYTE, 0);
  }
}
