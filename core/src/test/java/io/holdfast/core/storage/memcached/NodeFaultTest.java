package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.EmbeddedMemcached;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.compat.log.LoggerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store while its node is killed, started, stopped and set going again. */
@Timeout(120)
final class NodeFaultTest {

  @Test
  void connectWhenNodeIsNotThereThenUnavailableUntilItIs() {
    int port = FreePort.find();
    try (StoreFixture fixture =
        new StoreFixture("127.0.0.1", port, StoreFixture.settings(Protocol.TEXT))) {
      assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));
      Await.until("told of it", () -> fixture.events().equals("disconnected n1"));

      try (MemcachedNode node =
          EmbeddedMemcached.start(port, MemcachedLimits.DEFAULT, Clock.systemUTC())) {
        Await.until("connected", () -> fixture.events().endsWith(", connected n1"));

        fixture.put("k", "v");
        assertEquals("v", fixture.get("k"));
        assertEquals("disconnected n1, connected n1", fixture.events());
        assertTrue(node.isRunning());
      }
    }
  }

  @Test
  void connectWhenHostIsUnknownThenUnavailable() {
    try (StoreFixture fixture =
        new StoreFixture("no-such-host.invalid", 11211, StoreFixture.settings(Protocol.TEXT))) {
      Await.until("told of it", () -> fixture.events().equals("disconnected n1"));

      assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));
    }
  }

  @Test
  void anyWhenNodeIsKilledThenUnavailableAtOnceAndBackAfterStart() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");

      node.kill();
      Await.until("told of it", () -> fixture.events().endsWith("disconnected n1"));
      assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));
      node.start();

      Await.until("connected", () -> fixture.events().endsWith(", connected n1"));
      assertEquals(null, fixture.get("k"));
      assertEquals("connected n1, disconnected n1, connected n1", fixture.events());
    }
  }

  @Test
  void storeWhenNodeCountsFromOneAgainThenAnOldVersionMatchesNothing() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "before");
      long old = NodeStoreKit.await(fixture.store().load("k")).version();
      node.kill();
      Await.until("told of it", () -> fixture.events().endsWith("disconnected n1"));
      node.start();
      Await.until("connected", () -> fixture.events().endsWith(", connected n1"));
      fixture.put("k", "somebody else's");

      WriteResult result =
          NodeStoreKit.await(
              fixture
                  .store()
                  .store(
                      "k",
                      NodeStoreKit.bytes("mine"),
                      TimeToLive.UNLIMITED,
                      WriteCondition.ifVersion(old)));

      assertFalse(result.isStored());
      assertEquals("somebody else's", fixture.get("k"));
    }
  }

  @Test
  void loadPairIfChangedWhenNodeCountsFromOneAgainThenAnOldVersionMatchesNothing() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "before");
      long old = version(fixture);
      long numberBefore = Objects.requireNonNull(node.probe().stored("k")).cas();
      assertInstanceOf(PairAnswer.Unchanged.class, compare(fixture, old));
      node.kill();
      Await.until("told of it", () -> fixture.events().endsWith("disconnected n1"));
      node.start();
      Await.until("connected", () -> fixture.events().endsWith(", connected n1"));
      fixture.put("k", "somebody else's");

      assertEquals(numberBefore, Objects.requireNonNull(node.probe().stored("k")).cas());
      assertFalse(compare(fixture, old) instanceof PairAnswer.Unchanged);
      assertInstanceOf(PairAnswer.Unchanged.class, compare(fixture, version(fixture)));
    }
  }

  @Test
  void loadPairIfChangedWhenNodeWasFlushedThenAnOldVersionMatchesNothing() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "before");
      long old = version(fixture);
      node.probe().flushAll();

      assertInstanceOf(PairAnswer.Read.class, compare(fixture, old));
      fixture.put("k", "somebody else's");
      assertFalse(compare(fixture, old) instanceof PairAnswer.Unchanged);
    }
  }

  private static long version(StoreFixture fixture) {
    return Objects.requireNonNull(NodeStoreKit.await(fixture.store().load("k"))).version();
  }

  private static PairAnswer compare(StoreFixture fixture, long known) {
    return NodeStoreKit.await(
        fixture.store().loadPairIfChanged("k", "k:a", new KnownValue(known, 10_000, false)));
  }

  @Test
  void storeWhenNodeIsFrozenThenFloodFailsInTimeWithFlatHeap() throws InterruptedException {
    int flood = 50_000;
    CountDownLatch failed = new CountDownLatch(flood);
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.impatient())) {
      fixture.put("k", "before");
      node.freeze();
      long heapBefore = usedHeap();
      long start = System.nanoTime();

      for (int i = 0; i < flood; i++) {
        var unused =
            fixture
                .store()
                .store("k" + i, new byte[4096], TimeToLive.UNLIMITED, WriteCondition.always())
                .whenComplete((result, failure) -> countIfFailed(failed, failure));
      }
      long heapAfter = usedHeap();
      boolean allFailed = failed.await(60, TimeUnit.SECONDS);
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      node.thaw();

      assertTrue(allFailed, () -> failed.getCount() + " are not failed");
      assertTrue(time.compareTo(Duration.ofSeconds(30)) < 0, time::toString);
      assertTrue(heapAfter - heapBefore < 32_000_000, () -> (heapAfter - heapBefore) + " bytes");
      Await.until("back", () -> fixture.events().endsWith(", connected n1"));
      assertEquals("before", fixture.get("k"));
    }
  }

  @Test
  void connectWhenWebApplicationStartsItThenThreadsDoNotKeepItsLoader() {
    ClassLoader application = new ClassLoader("web application", getClass().getClassLoader()) {};
    Thread.currentThread().setContextClassLoader(application);
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");

      var threads = Threads.alive("holdfast-memcached-n1");

      assertEquals(2, threads.size());
      for (Thread thread : threads) {
        assertTrue(thread.isDaemon());
        assertSame(MemcachedStore.class.getClassLoader(), thread.getContextClassLoader());
      }
    } finally {
      Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }
  }

  @Test
  void connectWhenClientLogsThenNotToStandardError() {
    try (StoreFixture fixture =
        new StoreFixture("127.0.0.1", FreePort.find(), StoreFixture.settings(Protocol.TEXT))) {
      assertEquals(QuietSpyLogger.class, LoggerFactory.getLogger("net.spy.memcached").getClass());
      assertEquals(null, System.getProperty("net.spy.log.LoggerImpl"));
      assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));
    }
  }

  private static void countIfFailed(CountDownLatch failed, @Nullable Throwable failure) {
    if (failure != null) {
      failed.countDown();
    }
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
