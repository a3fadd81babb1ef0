package io.holdfast.sessions.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.core.storage.memcached.MemcachedConnections;
import io.holdfast.sessions.store.StoreListener;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection to a node breaks although the node is well; nothing probes lost nodes here. */
@Timeout(60)
final class BrokenConnectionTest {

  private static final ConnectionSettings SETTINGS =
      TestConnections.settings(
          Protocol.TEXT, Duration.ofSeconds(20), 1_000, 1_047_552, null, null, null);

  private final Queue<String> news = new ConcurrentLinkedQueue<>();
  private final StoreListener listener = new News();
  private final NodeHealthBoard board =
      new NodeHealthBoard(List.of("n1"), 3, Clock.systemUTC(), listener);

  private final class News implements StoreListener {

    @Override
    public void nodeLost(String nodeId) {
      news.add("lost");
    }

    @Override
    public void nodeReturned(String nodeId) {
      news.add("returned");
    }

    @Override
    public void reconnected(String nodeId) {
      news.add("reconnected");
    }

    @Override
    public CompletableFuture<Void> nodesChanged(Set<String> gone) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void nodeLeft(String nodeId) {}
  }

  @Test
  void nodeWhenItsConnectionBreaksThenIsBackWithTheNextOne() {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try (MemcachedNode node = MemcachedNodes.start();
        FaultProxy proxy = FaultProxy.before(node, 1);
        NodeConnections nodes = connections(proxy, timer)) {
      assertEquals(null, NodeStoreKit.await(nodes.get().store("n1").load("k")));

      proxy.heal();

      Await.until("it came back", () -> news.contains("returned"));
      assertEquals(List.of("lost", "returned"), List.copyOf(news));
      assertTrue(board.isAvailable("n1"));
      assertEquals(null, NodeStoreKit.await(nodes.get().store("n1").load("k")));
    } finally {
      timer.shutdownNow();
    }
  }

  private NodeConnections connections(FaultProxy proxy, ScheduledExecutorService timer) {
    NodeAddress address = new NodeAddress("n1", "127.0.0.1", proxy.port());
    return new NodeConnections(
        new NodeLayout(List.of(address), Set.of(), 1),
        board,
        (node, heard) ->
            new MemcachedConnections(timer)
                .connect(node, SETTINGS, timer, Clock.systemUTC(), heard),
        listener,
        new SessionMetrics(false),
        timer,
        Clock.systemUTC(),
        Duration.ofSeconds(1));
  }
}
