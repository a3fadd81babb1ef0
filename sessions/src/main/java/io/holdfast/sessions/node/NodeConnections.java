package io.holdfast.sessions.node;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.routing.Zones;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.sessions.store.StoreListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the nodes in the list, which may change, and to those that are leaving it.
 *
 * <p>Operations see one immutable {@link NodeSet}; a change exchanges it. A node that was taken out
 * is read from until the sessions of this Tomcat are stored elsewhere and the operations that began
 * before are over. Then its connection and its threads are closed.
 *
 * <p>The monitor of this object orders changes; no thread holds it while it asks a node.
 */
public final class NodeConnections implements Supplier<NodeSet>, AutoCloseable {

  private static final System.Logger LOG = Loggers.of(NodeConnections.class);

  private final NodeHealthBoard board;
  private final BiFunction<NodeAddress, ConnectionListener, NodeStore> connect;
  private final StoreListener news;
  private final SessionMetrics metrics;
  private final ScheduledExecutorService timer;
  private final InstantSource clock;
  private final Duration grace;

  private final Map<String, NodeConnection> listed = new LinkedHashMap<>();
  private final Set<NodeConnection> leaving = new LinkedHashSet<>();
  private boolean closed;
  private volatile NodeLayout layout;
  private volatile NodeSet current;
  private volatile Map<String, NodeStore> unguarded = Map.of();
  private volatile Instant lastChange = Instant.MIN;

  /** Opens the connections; the grace is longer than an operation before a change may take. */
  public NodeConnections(
      NodeLayout layout,
      NodeHealthBoard board,
      BiFunction<NodeAddress, ConnectionListener, NodeStore> connect,
      StoreListener news,
      SessionMetrics metrics,
      ScheduledExecutorService timer,
      InstantSource clock,
      Duration grace) {
    this.board = board;
    this.connect = connect;
    this.news = news;
    this.metrics = metrics;
    this.timer = timer;
    this.clock = clock;
    this.grace = grace;
    this.layout = layout;
    try {
      synchronized (this) {
        for (NodeAddress node : layout.nodes()) {
          open(node);
        }
        this.current = nodeSet();
        this.unguarded = unguardedStores();
      }
    } catch (RuntimeException | Error e) {
      listed.values().forEach(NodeConnection::close);
      throw e;
    }
  }

  /** The nodes in use now. */
  @Override
  public NodeSet get() {
    return current;
  }

  /** The layout that was last set. */
  public NodeLayout layout() {
    return layout;
  }

  /** The stores that a probe may ask. */
  public Map<String, NodeStore> unguarded() {
    return unguarded;
  }

  /** The status of each node in use, in the order of the list, with the figures of its id. */
  public synchronized List<NodeStatus> statuses(Function<String, @Nullable NodeFigures> figures) {
    List<NodeStatus> statuses = new ArrayList<>();
    for (NodeConnection node : listed.values()) {
      NodeStatus.State state =
          !node.watch.isAvailable()
              ? NodeStatus.State.LOST
              : layout.standbyNodes().contains(node.address.id())
                  ? NodeStatus.State.STANDBY
                  : NodeStatus.State.AVAILABLE;
      NodeFigures last = figures.apply(node.address.id());
      statuses.add(new NodeStatus(node.address, state, node.watch.since(), last));
    }
    for (NodeConnection node : leaving) {
      NodeFigures last = figures.apply(node.address.id());
      statuses.add(new NodeStatus(node.address, NodeStatus.State.LEAVING, lastChange, last));
    }
    return statuses;
  }

  /**
   * Uses these nodes from now on. Does nothing if they are the present ones.
   *
   * @return completes when sessions are where they belong, as far as nodes answer, and nothing is
   *     left of the nodes that are gone
   */
  public CompletableFuture<Void> change(NodeLayout next) {
    Set<String> gone;
    List<NodeConnection> retired;
    synchronized (this) {
      if (closed || next.equals(layout)) {
        return CompletableFuture.completedFuture(null);
      }
      retired = retire(next);
      gone = retired.stream().map(node -> node.address.id()).collect(Collectors.toSet());
      Set<String> renewed = new LinkedHashSet<>(next.nodeIds());
      renewed.removeAll(listed.keySet());
      board.change(allIds(next.nodeIds()), renewed);
      next.nodes().stream().filter(node -> renewed.contains(node.id())).forEach(this::open);
      LOG.log(System.Logger.Level.INFO, "The nodes change from {0} to {1}", layout, next);
      layout = next;
      lastChange = clock.instant();
      publish();
    }
    return news.nodesChanged(gone).thenCompose(done -> release(retired, gone));
  }

  /** Takes out of the list what the next layout does not have at the same address. */
  private List<NodeConnection> retire(NodeLayout next) {
    List<NodeConnection> retired =
        listed.values().stream().filter(node -> !next.nodes().contains(node.address)).toList();
    listed.values().removeAll(retired);
    leaving.addAll(retired);
    return retired;
  }

  /** Stores sessions again whose backups to the former nodes were under way. */
  private CompletableFuture<Void> release(List<NodeConnection> retired, Set<String> gone) {
    if (retired.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return pause()
        .thenCompose(done -> news.nodesChanged(gone))
        .thenCompose(done -> pause())
        .thenRun(() -> end(retired));
  }

  private CompletableFuture<Void> pause() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    try {
      var unused = timer.schedule(() -> over.complete(null), grace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Everything stops", e);
    }
    return over;
  }

  private void end(List<NodeConnection> retired) {
    Set<String> left;
    synchronized (this) {
      leaving.removeAll(retired);
      board.change(allIds(listed.keySet()), Set.of());
      publish();
      left = retired.stream().map(node -> node.address.id()).collect(Collectors.toSet());
      left.removeAll(current.stores().keySet());
    }
    retired.forEach(NodeConnection::close);
    left.forEach(news::nodeLeft);
    LOG.log(
        System.Logger.Level.INFO,
        "Nodes {0} are no longer used",
        retired.stream().map(node -> node.address).toList());
  }

  private void open(NodeAddress node) {
    listed.put(node.id(), new NodeConnection(node, board, metrics, clock, connect, news));
  }

  private void publish() {
    current = nodeSet();
    unguarded = unguardedStores();
  }

  private NodeSet nodeSet() {
    Map<String, NodeStore> stores = stores(true);
    Set<String> leavingIds = new LinkedHashSet<>(stores.keySet());
    leavingIds.removeAll(listed.keySet());
    Placement placement =
        new Placement(
            layout.nodeIds(),
            layout.standbyNodes(),
            layout.copies(),
            board::isAvailable,
            leavingIds,
            Zones.of(layout.zones()));
    return new NodeSet(placement, stores);
  }

  private Map<String, NodeStore> unguardedStores() {
    return Map.copyOf(stores(false));
  }

  /** Of two nodes with one id, the one in the list. */
  private Map<String, NodeStore> stores(boolean areGuarded) {
    List<NodeConnection> all = new ArrayList<>(leaving);
    all.addAll(listed.values());
    Map<String, NodeStore> stores = new HashMap<>();
    for (NodeConnection node : all) {
      stores.put(node.address.id(), areGuarded ? node.guarded : node.store);
    }
    return stores;
  }

  private Set<String> allIds(Collection<String> listedIds) {
    Set<String> ids = new LinkedHashSet<>(listedIds);
    leaving.forEach(node -> ids.add(node.address.id()));
    return ids;
  }

  /** Ends all connections. */
  @Override
  public void close() {
    List<NodeConnection> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(listed.values());
      open.addAll(leaving);
    }
    open.forEach(NodeConnection::close);
  }
}
