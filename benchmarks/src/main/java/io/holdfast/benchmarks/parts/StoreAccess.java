package io.holdfast.benchmarks.parts;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WatchedOperations;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.memcached.MemcachedConnections;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Our store with all that is around it in a Tomcat: the choice of the node, the breaker, deadlines,
 * limits, counters, and the cutting into parts of what is large.
 */
final class StoreAccess implements Clients.Access {

  private static final String NODE = "n1";
  private static final int FAILURES_TO_OPEN = 3;
  private static final int PART = 1 << 20;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final NodeSet nodes;

  StoreAccess(int port) {
    SessionMetrics metrics = new SessionMetrics(true);
    NodeHealthBoard board =
        new NodeHealthBoard(
            List.of(NODE), FAILURES_TO_OPEN, InstantSource.system(), new NodeStateListener() {});
    NodeStore store =
        new MemcachedConnections(timer)
            .connect(
                new NodeAddress(NODE, "127.0.0.1", port),
                new ConnectionSettings(
                    Protocol.TEXT,
                    Duration.ofSeconds(1),
                    1_000,
                    PART,
                    null,
                    null,
                    null,
                    null,
                    0,
                    null),
                timer,
                InstantSource.system(),
                new Told(new WatchedOperations(NODE, board, metrics, InstantSource.system())));
    NodeStore parted =
        new ChunkedStore(NODE, store, new ChunkLimits(PART / 2, PART, PART), new Random(), metrics);
    this.nodes =
        new NodeSet(
            new Placement(List.of(NODE), Set.of(), 1, board::isAvailable),
            Map.of(NODE, new GuardedStore(NODE, parted, board)));
  }

  @Override
  public Clients.Connection connect() {
    return new Clients.Connection() {
      @Override
      public void set(String key, byte[] value) throws IOException {
        WriteResult result =
            nodes
                .store(nodes.placement().writeOrder(key).get(0))
                .store(key, value, new TimeToLive(Clients.SECONDS), WriteCondition.always())
                .join();
        if (!result.isStored()) {
          throw new IOException("not stored: " + result);
        }
      }

      @Override
      public byte[] get(String key) throws IOException {
        StoredValue found = nodes.store(nodes.placement().readOrder(key).get(0)).load(key).join();
        if (found == null) {
          throw new IOException("not there: " + key);
        }
        return found.bytes();
      }
    };
  }

  @Override
  public void close() {
    nodes.stores().values().forEach(NodeStore::close);
    timer.shutdownNow();
  }

  /** Without a connection the next operation fails, and with it the experiment. */
  private record Told(WatchedOperations operations) implements ConnectionListener {
    @Override
    public void ended(String key, long started, @Nullable StoreException failure) {
      operations.ended(key, started, failure);
    }
  }
}
