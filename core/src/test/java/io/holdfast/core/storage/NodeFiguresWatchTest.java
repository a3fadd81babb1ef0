package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class NodeFiguresWatchTest {

  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long MEGABYTE = 1 << 20;

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final ManualTimer timer = new ManualTimer();
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final CapturedLog log = new CapturedLog(NodeFiguresWatch.class);
  private final NodeHealthBoard board =
      new NodeHealthBoard(List.of("n1", "n2"), 3, clock, new NodeStateListener() {});
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

  /** Both nodes say of evictions and used megabytes; {@code seconds} pass for clock and timer. */
  private static Stream<String> scenes() {
    return StorePlay.scenes(
        """
        figures n1 -> none; percent -> 0
        # the first round counts no evictions of before
        seconds 5; figures n1 -> 7 10; figures n2 -> 0 62; percent -> 97; evictions -> 0; warnings -> 0
        # the fullest node is lost
        seconds 5; lost n2; percent -> 16
        # rounds are apart by a minute, and a node that was started again counts from there
        seconds 5; next -> PT1M; asked n1 -> 1
        seconds 5; one 10 64; two 1 64; seconds 60; one 12 64; seconds 60; evictions -> 6
        seconds 5; one 2 10; seconds 60; evictions -> 2
        # warnings name node, number and remedy, and come once an hour for each node
        seconds 5; one 1007 63; seconds 60; warnings -> 1; warned node n1 gave up 1000 values; warned 63 of 64 MB; warned (-m, maxmemory); warned session-timeout
        seconds 5; evicting 61; warnings -> 4; warnings node n1 -> 2; warned gave up 60 values
        # ---- nodes that do not say ----
        lost n1; seconds 65; asked n1 -> 0; asked n2 -> 2
        fails REFUSED; seconds 600; asked n1 -> 1; figures n1 -> none; figures n2 -> 0 62; warnings -> 0
        another; seconds 600; asked n1 -> 1
        each TIMEOUT UNAVAILABLE DROPPED: fails $; seconds 600; asked n1 -> 3
        # a node that has said before is asked again, whatever it answered
        seconds 5; fails TIMEOUT; seconds 600; heals; one 8 64; seconds 60; figures n1 -> 8 64; evictions -> 1
        seconds 5; fails REFUSED; seconds 60; heals; one 8 64; seconds 60; figures n1 -> 8 64; evictions -> 1
        # ---- changes of the list, and ends ----
        seconds 5; another; one 5000 64; seconds 60; figures n1 -> 5000 64; evictions -> 0
        seconds 5; gone n2; seconds 60; figures n2 -> none; percent -> 16
        seconds 5; one 1000 64; freezes; seconds 60; close; thaws; next -> null; evictions -> 0; warnings -> 0
        shutdown; seconds 5; next -> null
        # ---- emptied nodes: told once more in the round behind it, since flush_all 10 forgets what was stored meanwhile ----
        one 7 10 3; seconds 5; emptied -> []; one 7 10 4; seconds 60; emptied -> [n1]; seconds 60; emptied -> [n1, n1]; seconds 600; emptied -> [n1, n1]; warnings -> 1; warned node n1 was emptied
        one 7 10 3; seconds 5; one 7 10 0; seconds 60; emptied -> []
        one 7 10 3; seconds 5; one 7 10 1; seconds 60; emptied -> [n1]
        """);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void roundsWhenNodesSaySoThenFiguresAndWarningsAreThese(String scene) {
    for (String step : scene.split("; ")) {
      String[] sides = step.split(" -> ");
      Object seen = take(sides[0].split(" ", 2));
      assertEquals(sides.length == 1 ? "done" : sides[1], String.valueOf(seen), step);
    }
  }

  private @Nullable Object take(String[] words) {
    String rest = words.length == 1 ? "" : words[1];
    switch (words[0]) {
      case "seconds" -> pass(Duration.ofSeconds(Long.parseLong(rest)));
      case "one" -> store("n1").sayOfMemory(figures(rest.split(" ")));
      case "two" -> two.sayOfMemory(figures(rest.split(" ")));
      case "lost" -> board.watch(rest).disconnected("no connection");
      case "fails" -> one.failWith(Reason.valueOf(rest));
      case "heals" -> one.heal();
      case "freezes" -> one.freeze();
      case "thaws" -> one.thaw();
      case "another" -> stores.put("n1", new FaultyStore("n1", clock));
      case "gone" -> stores.remove(rest);
      case "close" -> watch.close();
      case "shutdown" -> timer.shutdown();
      case "evicting" -> {
        for (int minute = 1; minute <= Integer.parseInt(rest); minute++) {
          one.sayOfMemory(memory(7 + minute, 64));
          two.sayOfMemory(memory(minute, 64));
          pass(MINUTE);
        }
      }
      case "figures" -> {
        NodeFigures figures = watch.figuresOf(rest);
        return figures == null
            ? "none"
            : figures.evictions() + " " + figures.usedBytes() / MEGABYTE;
      }
      case "percent" -> {
        return metrics.get(Metric.NODE_MEMORY_PERCENT);
      }
      case "evictions" -> {
        return metrics.get(Metric.NODE_EVICTIONS);
      }
      case "warnings" -> {
        return log.warnings().stream().filter(line -> line.contains(rest)).count();
      }
      case "warned" -> {
        return log.warnings().stream().anyMatch(line -> line.contains(rest))
            ? "done"
            : log.warnings();
      }
      case "asked" -> {
        return store(rest).operations().size();
      }
      case "emptied" -> {
        return emptied;
      }
      case "next" -> {
        return timer.untilNext();
      }
      default -> throw new IllegalArgumentException(String.join(" ", words));
    }
    return "done";
  }

  private FaultyStore store(String id) {
    return (FaultyStore) Objects.requireNonNull(stores.get(id));
  }

  private static NodeFigures figures(String... words) {
    return new NodeFigures(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]) * MEGABYTE,
        64 * MEGABYTE,
        words.length == 2 ? 0 : Long.parseLong(words[2]));
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

  private void pass(Duration time) {
    clock.advance(time);
    timer.advance(time);
  }

  private static NodeFigures memory(long evictions, long megabytes) {
    return new NodeFigures(evictions, megabytes * MEGABYTE, 64 * MEGABYTE, 0);
  }
}
