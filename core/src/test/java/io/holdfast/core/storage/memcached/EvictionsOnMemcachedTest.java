package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeFiguresWatch;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real memcached of two megabytes that is given four, seen through all that lies in front. */
@RequiresRealMemcached
final class EvictionsOnMemcachedTest {

  private static final MemcachedLimits SMALL = new MemcachedLimits(2, 1 << 20);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int VALUES = 400;

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final ManualTimer timer = new ManualTimer();
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final List<String> emptied = new CopyOnWriteArrayList<>();
  private final NodeHealthBoard board =
      new NodeHealthBoard(List.of("n1"), 3, clock, new NodeStateListener() {});

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void roundWhenTheNodeEvictsThenItIsCountedAndTold(Protocol protocol) {
    try (MemcachedProcess node = MemcachedProcess.start(SMALL);
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol));
        CapturedLog log = new CapturedLog(NodeFiguresWatch.class)) {
      NodeStore store = inFront(fixture.store());
      NodeFiguresWatch watch = watching(store);
      NodeFigures empty = watch.figuresOf("n1");

      for (int i = 0; i < VALUES; i++) {
        await(
            store.store("k" + i, new byte[10_000], TimeToLive.UNLIMITED, WriteCondition.always()));
      }
      long evicted = evictionsOf(node);
      timer.advance(MINUTE);
      Await.until("they are counted", () -> metrics.get(Metric.NODE_EVICTIONS) == evicted);

      assertTrue(evicted > VALUES / 4, evicted + " evictions");
      assertNotNull(empty);
      assertEquals(0, empty.evictions());
      assertEquals(2 << 20, empty.limitBytes());
      assertTrue(metrics.get(Metric.NODE_MEMORY_PERCENT) > 20, () -> "" + watch.figuresOf("n1"));
      Await.until("it is told", () -> log.warnings().size() == 1);
      assertEquals(List.of(), emptied);
      Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void roundWhenTheNodeWasFlushedThenThatIsTold(Protocol protocol) {
    try (MemcachedProcess node = MemcachedProcess.start(SMALL);
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol));
        CapturedLog log = new CapturedLog(NodeFiguresWatch.class)) {
      NodeFiguresWatch unused = watching(inFront(fixture.store()));

      node.probe().flushAll();
      timer.advance(MINUTE);

      Await.until("it is told", () -> emptied.equals(List.of("n1")));
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
    }
  }

  /** Watches the node, which has told its figures once. */
  private NodeFiguresWatch watching(NodeStore store) {
    NodeFiguresWatch watch =
        new NodeFiguresWatch(() -> Map.of("n1", store), board, timer, clock, metrics, emptied::add);
    watch.start();
    timer.advance(MINUTE);
    Await.until("the node has said something", () -> watch.figuresOf("n1") != null);
    return watch;
  }

  private NodeStore inFront(NodeStore store) {
    return new GuardedStore(
        "n1",
        new ChunkedStore(
            "n1", store, new ChunkLimits(1_047_302, 32 << 20, 4 << 20), new Random(1), metrics),
        board);
  }

  private static long evictionsOf(MemcachedProcess node) {
    return Long.parseLong(node.probe().stats().getOrDefault("evictions", "0"));
  }
}
