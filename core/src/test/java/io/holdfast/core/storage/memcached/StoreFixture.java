package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Threads;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * A store with its timer and a record of what its connection did; checks that no thread is left.
 */
final class StoreFixture implements AutoCloseable {

  static final Duration TIMEOUT = Duration.ofMillis(500);

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final Queue<String> events = new ConcurrentLinkedQueue<>();
  private final Queue<String> reasons = new ConcurrentLinkedQueue<>();
  private final Queue<String> ended = new ConcurrentLinkedQueue<>();
  private final MemcachedStore store;

  StoreFixture(String host, int port, ConnectionSettings settings) {
    this(host, port, settings, Clock.systemUTC());
  }

  StoreFixture(String host, int port, ConnectionSettings settings, InstantSource clock) {
    this(host, port, settings, clock, InetAddress::getAllByName);
  }

  /** A store whose host name stands for what the resolver says. */
  StoreFixture(
      String host,
      int port,
      ConnectionSettings settings,
      InstantSource clock,
      HostResolver resolver) {
    timer.setRemoveOnCancelPolicy(true);
    ConnectionListener listener =
        new ConnectionListener() {
          @Override
          public void connected(String nodeId) {
            events.add("connected " + nodeId);
          }

          @Override
          public void disconnected(String nodeId, String reason) {
            events.add("disconnected " + nodeId);
            reasons.add(reason);
          }

          @Override
          public void ended(String key, long started, @Nullable StoreException failure) {
            ended.add(failure == null ? "done" : failure.reason().name());
          }
        };
    store =
        new MemcachedConnections(timer, resolver)
            .connect(new NodeAddress("n1", host, port), settings, timer, clock, listener);
  }

  static ConnectionSettings settings(Protocol protocol) {
    return TestConnections.settings(
        protocol, Duration.ofSeconds(20), 1_000, 1_047_552, null, null, null);
  }

  /** Settings for a node that speaks TLS. */
  static ConnectionSettings settings(TlsSettings tls) {
    return settings(tls, Duration.ofSeconds(20));
  }

  /** Settings for a node that speaks TLS, and is given up after this time. */
  static ConnectionSettings settings(TlsSettings tls, Duration timeout) {
    return TestConnections.settings(Protocol.TEXT, timeout, 1_000, 1_047_552, null, null, tls);
  }

  /** Settings for tests in which the node is silent for a while. */
  static ConnectionSettings impatient() {
    return settings(TIMEOUT);
  }

  /** Settings by which a silent node is given up after this time. */
  static ConnectionSettings settings(Duration timeout) {
    return TestConnections.settings(Protocol.TEXT, timeout, 1_000, 1_047_552, null, null, null);
  }

  MemcachedStore store() {
    return store;
  }

  /** Events of the connection so far, in order. */
  String events() {
    return String.join(", ", events);
  }

  /** Why there was no connection, each time that this was told. */
  List<String> reasons() {
    return List.copyOf(reasons);
  }

  /** How operations ended so far, in order: "done" or the reason why not. */
  List<String> ended() {
    return List.copyOf(ended);
  }

  ScheduledThreadPoolExecutor timer() {
    return timer;
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
    Threads.assertNoneAlive("holdfast-memcached-", Duration.ofSeconds(60));
  }
}
