package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * A store with its timer and a record of what its connection did; checks that no thread is left.
 */
final class Fixture implements AutoCloseable {

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final Queue<String> events = new ConcurrentLinkedQueue<>();
  private final ValkeyStore store;

  Fixture(int port, ConnectionSettings settings) {
    this(new NodeAddress("n1", "127.0.0.1", port), settings);
  }

  Fixture(NodeAddress node, ConnectionSettings settings) {
    timer.setRemoveOnCancelPolicy(true);
    ConnectionListener listener =
        new ConnectionListener() {
          @Override
          public void connected(String nodeId) {
            events.add("connected");
          }

          @Override
          public void disconnected(String nodeId, String reason) {
            events.add(reason);
          }
        };
    store =
        new ValkeyConnections(timer).connect(node, settings, timer, Clock.systemUTC(), listener);
  }

  static ConnectionSettings settings() {
    return settings(null, null, null);
  }

  static ConnectionSettings settings(
      @Nullable String user, @Nullable String password, @Nullable TlsSettings tls) {
    return settings(user, password, tls, Duration.ofSeconds(20));
  }

  static ConnectionSettings settings(
      @Nullable String user,
      @Nullable String password,
      @Nullable TlsSettings tls,
      Duration timeout) {
    return TestConnections.settings(Protocol.TEXT, timeout, 1_000, 1_047_552, user, password, tls);
  }

  ValkeyStore store() {
    return store;
  }

  /** What was told of the connection so far: {@code connected}, or why it is not. */
  List<String> events() {
    return List.copyOf(events);
  }

  /** Waits until a connection is told, which may be after the first answers of the node. */
  void awaitConnected() {
    Await.until(
        "it is told that it is connected",
        () -> {
          List<String> told = events();
          return !told.isEmpty() && told.get(told.size() - 1).equals("connected");
        });
  }

  void put(String key, String value) {
    NodeStoreKit.await(
        store.store(key, NodeStoreKit.bytes(value), TimeToLive.UNLIMITED, WriteCondition.always()));
  }

  @Nullable String get(String key) {
    StoredValue value = NodeStoreKit.await(store.load(key));
    return value == null ? null : new String(value.bytes(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    store.close();
    timer.shutdownNow();
    Threads.assertNoneAlive("holdfast-valkey-", Duration.ofSeconds(60));
  }
}
