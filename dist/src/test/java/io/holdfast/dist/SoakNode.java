package io.holdfast.dist;

import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.valkey.ValkeyNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A node that a soak breaks, and the lines to it.
 *
 * @param proxy what the Tomcats take for the node
 * @param privately what they need beside it to reach the node by TLS; null if they cannot
 */
record SoakNode(String name, MemcachedNode node, FaultProxy proxy, @Nullable PrivateLine privately)
    implements AutoCloseable {

  /**
   * A line with TLS.
   *
   * @param proxy what the Tomcats take for the node
   */
  record PrivateLine(PrivateStore store, FaultProxy proxy) {}

  /** A node with a line without TLS. */
  static SoakNode start(String name, long seed) {
    MemcachedNode node = MemcachedNodes.start();
    return new SoakNode(name, node, FaultProxy.before(node, seed), null);
  }

  /** A node with a line of either kind. */
  static SoakNode start(String name, long seed, PrivateStore store) {
    MemcachedProcess node =
        MemcachedProcess.start(MemcachedLimits.DEFAULT, store.certificates().files());
    return new SoakNode(
        name,
        node,
        FaultProxy.beforePlain(node, seed),
        new PrivateLine(store, FaultProxy.before(node, seed + 1)));
  }

  /** A Valkey or Redis, with a line without TLS for all. */
  static SoakNode startValkey(String name, long seed, PrivateStore store) {
    MemcachedNode node = ValkeyNode.create();
    FaultProxy line = FaultProxy.before(node, seed);
    return new SoakNode(name, node, line, new PrivateLine(store, line));
  }

  /** As {@code memcachedNodes} names it. */
  String configuration() {
    return name + ":" + node.scheme() + proxy.address();
  }

  /** As {@code memcachedNodes} names it, with TLS. */
  String privateConfiguration() {
    return name + ":" + node.scheme() + Objects.requireNonNull(privately).proxy().address();
  }

  /** Does something with each line. */
  void onLines(Consumer<FaultProxy> action) {
    lines().forEach(action);
  }

  private Collection<FaultProxy> lines() {
    return privately == null || privately.proxy() == proxy
        ? List.of(proxy)
        : List.of(proxy, privately.proxy());
  }

  /** How often each kind of fault has happened on its lines. */
  Map<String, Long> happened() {
    return lines().stream()
        .flatMap(line -> line.happened().entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
  }

  /** What the node itself holds of a session; null if it holds nothing, or that it has ended. */
  @Nullable StoredSession stored(String sessionId) {
    return StoredSession.of(item(sessionId));
  }

  /** The item of a session, opened if it is sealed; null if there is none. */
  @Nullable Stored item(String sessionId) {
    String key = Cluster.key(sessionId);
    Stored found = node.probe().stored(key);
    return found == null || privately == null ? found : privately.store().opened(key, found);
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public void close() {
    onLines(FaultProxy::close);
    node.close();
  }
}
