package io.holdfast.sessions.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeRouter;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.TellingStore;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.core.storage.memcached.MemcachedConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two Tomcats, three real nodes. */
@RequiresRealMemcached
@Timeout(120)
final class LeasesOnMemcachedTest {

  private static final Duration LOCK_EXPIRATION = Duration.ofSeconds(4);
  private static final int MAX_WAITERS = 20;
  private static final SessionId ID = new SessionId("0123456789ABCDEF");
  private static final StorageKeys KEYS = StorageKeys.parse("", "localhost", "", null);
  private static final List<String> NODE_IDS = List.of("n1", "n2", "n3");

  private final Map<String, MemcachedProcess> nodes = new HashMap<>();
  private final List<Tomcat> tomcats = new ArrayList<>();

  LeasesOnMemcachedTest() {
    NODE_IDS.forEach(id -> nodes.put(id, MemcachedProcess.start(MemcachedLimits.DEFAULT)));
  }

  @AfterEach
  void close() {
    tomcats.forEach(Tomcat::close);
    nodes.values().forEach(MemcachedProcess::close);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void counterWhenManyRaceThenNoIncrementIsLostAndNothingIsLeft(Protocol protocol)
      throws InterruptedException {
    Tomcat one = new Tomcat(protocol);
    Tomcat two = new Tomcat(protocol);
    Counter counter = new Counter();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Tomcat tomcat = i % 2 == 0 ? one : two;
      clients.add(new Thread(() -> tomcat.increment(counter, 25)));
    }

    clients.forEach(Thread::start);
    for (Thread client : clients) {
      client.join();
    }

    assertEquals(200, counter.value);
    assertEquals(0, counter.overlaps.get());
    for (NodeStore store : one.stores.values()) {
      assertNull(NodeStoreKit.await(store.load(KEYS.leaseKeyOf(ID))));
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void counterWhenANodeIsKilledAndStartedThenNoIncrementIsLost(Protocol protocol)
      throws InterruptedException {
    Tomcat one = new Tomcat(protocol);
    Tomcat two = new Tomcat(protocol);
    Counter counter = new Counter();
    Thread first = new Thread(() -> one.increment(counter, 100));
    Thread second = new Thread(() -> two.increment(counter, 100));
    MemcachedProcess node = node(0);

    first.start();
    second.start();
    Await.until("on the way", () -> counter.value > 20);
    node.kill();
    Await.until("further on the way", () -> counter.value > 60);
    node.start();
    first.join();
    second.join();

    assertEquals(200, counter.value);
    assertEquals(0, counter.overlaps.get());
  }

  @Test
  void acquireWhenTheHolderIsGoneThenGrantedInTime() {
    Tomcat one = new Tomcat(Protocol.TEXT);
    Tomcat two = new Tomcat(Protocol.TEXT);
    one.hold();
    one.close();

    HeldLease lease = two.hold();

    assertFalse(lease.isLost());
  }

  @Test
  void holdWhenLongerThanLockExpirationThenNotLost() {
    Tomcat one = new Tomcat(Protocol.BINARY);
    Tomcat two = new Tomcat(Protocol.BINARY);
    HeldLease lease = one.hold();

    LockOutcome outcome = two.acquire().join();

    assertInstanceOf(LockOutcome.TimedOut.class, outcome);
    assertFalse(lease.isLost());
  }

  private MemcachedProcess node(int place) {
    String id = new NodeRouter(NODE_IDS).order(ID.base()).get(place);
    return Objects.requireNonNull(nodes.get(id));
  }

  /** Deliberately without any protection of its own. */
  private static final class Counter {

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private volatile int value;

    void increment() {
      if (inside.incrementAndGet() > 1) {
        overlaps.incrementAndGet();
      }
      int before = value;
      value = before + 1;
      inside.decrementAndGet();
    }
  }

  private final class Tomcat implements NodeStateListener, ConnectionListener {

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final NodeHealthBoard health =
        new NodeHealthBoard(NODE_IDS, 3, InstantSource.system(), this);
    private final Map<String, NodeStore> stores = new HashMap<>();
    private final SessionLocks locks;

    Tomcat(Protocol protocol) {
      timer.setRemoveOnCancelPolicy(true);
      ConnectionSettings settings =
          TestConnections.settings(
              protocol, Duration.ofSeconds(1), 1_000, 1_047_552, null, null, null);
      nodes.forEach(
          (id, node) -> {
            NodeAddress address = new NodeAddress(id, node.host(), node.port());
            NodeStore store =
                new MemcachedConnections(timer)
                    .connect(address, settings, timer, InstantSource.system(), this);
            NodeStore told =
                TellingStore.telling(
                    id, store, health, new SessionMetrics(false), InstantSource.system());
            stores.put(id, new GuardedStore(id, told, health));
          });
      NodeSet nodeSet =
          new NodeSet(new Placement(NODE_IDS, Set.of(), 2, health::isAvailable), stores);
      locks =
          new SessionLocks(
              () -> nodeSet,
              KEYS,
              new LockSettings(LOCK_EXPIRATION, MAX_WAITERS, UUID.randomUUID()),
              timer,
              System::nanoTime,
              ThreadLocalRandom.current(),
              new SessionMetrics(true));
      tomcats.add(this);
    }

    CompletableFuture<LockOutcome> acquire() {
      return locks.acquire(ID);
    }

    HeldLease hold() {
      return assertInstanceOf(LockOutcome.Granted.class, acquire().join()).lease();
    }

    void increment(Counter counter, int times) {
      for (int done = 0; done < times; ) {
        if (acquire().join() instanceof LockOutcome.Granted granted) {
          counter.increment();
          granted.lease().release().join();
          done++;
        }
      }
    }

    void close() {
      stores.values().forEach(NodeStore::close);
      timer.shutdownNow();
    }

    @Override
    public void nodeLost(String nodeId) {}

    @Override
    public void nodeReturned(String nodeId) {}

    @Override
    public void connected(String nodeId) {
      health.watch(nodeId).succeeded();
    }

    @Override
    public void disconnected(String nodeId, String reason) {
      health.watch(nodeId).disconnected("no connection");
    }
  }
}
