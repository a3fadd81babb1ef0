package io.holdfast.doctor.node;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.NodeClient;
import io.holdfast.core.storage.memcached.MemcachedConnections;
import io.holdfast.doctor.finding.Findings;
import io.holdfast.valkey.ValkeyConnections;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value to each node, reads and deletes it, over the connections that a Tomcat has. Finds
 * two ids of one server by that, too: a copy on the other id would be none. And several servers
 * behind one address, as behind a Service of Kubernetes: Tomcats would not find what others stored.
 */
final class RoundTrips {

  /** A node forgets the value soon, whatever goes wrong. */
  private static final TimeToLive BRIEF = new TimeToLive(60);

  private static final int VALUE_BYTES = 1_024;

  /** Of two servers that take turns by chance, one in 256 pairs gets all of them. */
  private static final int MORE_CONNECTIONS = 8;

  private static final double NANOS_OF_MILLI = 1e6;

  private static final ConnectionListener NO_LISTENER =
      new ConnectionListener() {
        @Override
        public void connected(String nodeId) {}

        @Override
        public void disconnected(String nodeId, String reason) {}
      };

  private final List<NodeAddress> nodes;
  private final ConnectionSettings settings;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final String key = "holdfast-doctor:" + UUID.randomUUID() + ":";

  RoundTrips(
      List<NodeAddress> nodes,
      ConnectionSettings settings,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.nodes = nodes;
    this.settings = settings;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  void make(Findings findings) {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    timer.setRemoveOnCancelPolicy(true);
    Map<NodeAddress, NodeStore> stores = new LinkedHashMap<>();
    try {
      nodes.forEach(node -> stores.put(node, connect(node, timer)));
      stores.forEach((node, store) -> make(node, store, stores, timer, findings));
    } finally {
      stores.values().forEach(NodeStore::close);
      timer.shutdownNow();
    }
  }

  private void make(
      NodeAddress node,
      NodeStore store,
      Map<NodeAddress, NodeStore> all,
      ScheduledExecutorService timer,
      Findings findings) {
    String own = key + node.id();
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, (byte) 'h');
    try {
      var unused = store.load(own).join(); // waits for the connection
      long before = nanoTime.getAsLong();
      WriteResult written = store.store(own, value, BRIEF, WriteCondition.ifAbsent()).join();
      StoredValue read = store.load(own).join();
      long nanos = nanoTime.getAsLong() - before;
      boolean isRead = read != null && Arrays.equals(value, read.bytes());
      String other = isRead ? otherWith(own, node, all) : null;
      boolean isOneServer = !isRead || isOneServer(node, own, timer);
      boolean isDeleted = store.delete(own).join();
      if (!written.isStored() || !isRead || !isDeleted) {
        findings.wrong(node.toString(), "does not give back what it was given");
      } else if (other != null) {
        findings.wrong(
            node.toString(),
            "is the same server as %s: a copy on both is one; name each server once"
                .formatted(other));
      } else if (!isOneServer) {
        findings.wrong(
            node.toString(),
            "is several servers, and connections go to one or the other: Tomcats do not find what"
                + " others store; name each server, or where they are found (dns:, srv:)");
      } else {
        findings.fine(
            node.toString(),
            "stores, reads and deletes; to write and read took %.1f ms"
                .formatted(nanos / NANOS_OF_MILLI));
      }
    } catch (CompletionException e) {
      findings.wrong(node.toString(), "the round trip failed: " + StoreException.descriptionOf(e));
    }
  }

  private NodeStore connect(NodeAddress node, ScheduledExecutorService timer) {
    NodeClient client =
        node.engine().isValkey() ? new ValkeyConnections(timer) : new MemcachedConnections(timer);
    return client.connect(node, settings, timer, clock, NO_LISTENER);
  }

  /** Returns whether more connections to the node lead to the server that has the key. */
  private boolean isOneServer(NodeAddress node, String key, ScheduledExecutorService timer) {
    for (int i = 0; i < MORE_CONNECTIONS; i++) {
      try (NodeStore store = connect(node, timer)) {
        if (store.load(key).join() == null) {
          return false;
        }
      }
    }
    return true;
  }

  private static @Nullable String otherWith(
      String key, NodeAddress node, Map<NodeAddress, NodeStore> all) {
    return all.entrySet().stream()
        .filter(other -> !other.getKey().equals(node))
        .filter(other -> has(other.getValue(), key))
        .map(other -> other.getKey().toString())
        .findFirst()
        .orElse(null);
  }

  /** A failure of another node is told when that one has its turn. */
  private static boolean has(NodeStore store, String key) {
    return store.load(key).handle((value, failure) -> value != null).join();
  }
}
