package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several stores over one connection. */
@Timeout(120)
class MemcachedConnectionsTest {

  private static final String THREADS = "holdfast-memcached-n1";
  private static final Duration LONG = Duration.ofSeconds(60);

  private final LyingServer server = new LyingServer(line -> "END");
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final MemcachedConnections connections = new MemcachedConnections(timer);
  private final List<MemcachedStore> stores = new ArrayList<>();

  @AfterEach
  void nothingIsLeft() {
    stores.forEach(MemcachedStore::close);
    Threads.assertNoneAlive(THREADS, LONG);
    timer.shutdownNow();
    server.close();
  }

  @Test
  void connectWhenStoresConnectAlikeThenOneConnectionServesThem() {
    MemcachedStore first = connect(new News());
    MemcachedStore second = connect(new News());

    assertNull(await(first.load("a")));
    assertNull(await(second.load("b")));

    assertEquals(2, Threads.alive(THREADS).size());
  }

  @Test
  void connectWhenTheTimeoutDiffersThenTheyHaveTheirOwn() {
    assertNull(await(connect(new News()).load("a")));
    assertNull(await(connect(new News(), Duration.ofSeconds(21)).load("b")));

    assertEquals(4, Threads.alive(THREADS).size());
  }

  @Test
  void connectWhenTheConnectionIsThereThenTheListenerHearsOfIt() {
    assertNull(await(connect(new News()).load("a")));
    News late = new News();

    MemcachedStore second = connect(late);

    Await.until("told", () -> late.told().equals("[connected n1]"));
    assertNull(await(second.load("b")));
  }

  @Test
  void connectWhenTheNodeIsLostThenAllHearOfItAndOneThatComesLaterToo() {
    News first = new News();
    News second = new News();
    assertNull(await(connect(first).load("a")));
    assertNull(await(connect(second).load("a")));

    server.close();

    Await.until("first", LONG, () -> first.told().equals("[connected n1, disconnected n1]"));
    Await.until("second", LONG, () -> second.told().equals("[connected n1, disconnected n1]"));
    News late = new News();
    assertReason(Reason.UNAVAILABLE, connect(late).load("a"));
    Await.until("late", LONG, () -> late.told().equals("[disconnected n1]"));
  }

  @Test
  void connectWhenAListenerFailsThenTheOthersAreToldAndServedAllTheSame() {
    assertTrue(connect(new FailingNews()).load("a").handle((value, e) -> e != null).join());
    News other = new News();
    MemcachedStore second = connect(other);
    assertNull(await(second.load("b")));
    server.answer(line -> LyingServer.HANG_UP);
    assertReason(Reason.UNAVAILABLE, second.load("c"));
    server.answer(line -> "END");

    Await.until(
        "told", LONG, () -> other.told().equals("[connected n1, disconnected n1, connected n1]"));

    assertNull(await(second.load("d")));
  }

  @Test
  void closeWhenOperationsAreInFlightThenItsOwnFailAtOnceAndAnothersDoNot() {
    MemcachedStore closing = connect(new News());
    MemcachedStore other = connect(new News());
    assertNull(await(closing.load("a")));
    server.answer(line -> line.contains("slow") ? LyingServer.SILENCE : "END");
    var own = closing.load("slow");
    var others = other.load("slow");

    closing.close();

    assertReason(Reason.UNAVAILABLE, own);
    assertFalse(others.isDone());
    server.say("END");
    server.say("END");
    assertNull(await(others));
  }

  @Test
  void closeWhenAnotherStoreIsOpenThenThatGoesOnAndTheClosedOneFails() {
    News news = new News();
    MemcachedStore closed = connect(news);
    MemcachedStore open = connect(new News());
    Await.until("told", () -> news.told().equals("[connected n1]"));

    closed.close();
    closed.close();

    assertReason(Reason.UNAVAILABLE, closed.load("a"));
    assertNull(await(open.load("a")));
  }

  @Test
  void closeWhenItIsTheLastThenAStoreThatComesLaterConnectsAnew() {
    MemcachedStore first = connect(new News());
    assertNull(await(first.load("a")));

    first.close();
    Threads.assertNoneAlive(THREADS, LONG);

    assertNull(await(connect(new News()).load("a")));
  }

  @Test
  @SuppressWarnings("ThreadLocalUsage") // it must not outlive the test
  void connectWhenTheStartingThreadHasSomethingToInheritThenTheConnectionDoesNotHoldIt()
      throws InterruptedException {
    InheritableThreadLocal<Object> inherited = new InheritableThreadLocal<>();
    List<WeakReference<Object>> held = new ArrayList<>();
    timer.prestartCoreThread(); // it belongs to no application
    Thread starting =
        new Thread(
            () -> {
              Object value = new Object();
              held.add(new WeakReference<>(value));
              inherited.set(value);
              assertNull(await(connect(new News()).load("a")));
            });
    starting.start();
    starting.join();

    Await.until(
        "collected",
        LONG,
        () -> {
          System.gc();
          return held.get(0).get() == null;
        });
    assertEquals(2, Threads.alive(THREADS).size());
  }

  private MemcachedStore connect(ConnectionListener news) {
    return connect(news, Duration.ofSeconds(20));
  }

  private MemcachedStore connect(ConnectionListener news, Duration timeout) {
    MemcachedStore store =
        connections.connect(
            new NodeAddress("n1", "127.0.0.1", server.port()),
            StoreFixture.settings(timeout),
            timer,
            InstantSource.system(),
            news);
    stores.add(store);
    return store;
  }

  /** An application that has no memory left to do anything. */
  private static final class FailingNews implements ConnectionListener {

    @Override
    public void connected(String nodeId) {
      throw new OutOfMemoryError("told to fail by the test");
    }

    @Override
    public void disconnected(String nodeId, String reason) {
      throw new OutOfMemoryError("told to fail by the test");
    }

    @Override
    public void ended(String key, long started, @Nullable StoreException failure) {
      throw new OutOfMemoryError("told to fail by the test");
    }
  }

  /** What a listener hears, in order. */
  private static final class News implements ConnectionListener {

    private final Queue<String> told = new ConcurrentLinkedQueue<>();

    @Override
    public void connected(String nodeId) {
      told.add("connected " + nodeId);
    }

    @Override
    public void disconnected(String nodeId, String reason) {
      told.add("disconnected " + nodeId);
    }

    String told() {
      return told.toString();
    }
  }
}
