package io.holdfast.sessions.node;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.NodeProber;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.WatchedOperations;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.sessions.store.StoreListener;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The connection to one node, and the node's status for as long as it is in use. */
final class NodeConnection implements ConnectionListener, AutoCloseable {

  final NodeAddress address;

  /** Its present state. */
  final NodeHealthBoard.Watch watch;

  private final WatchedOperations operations;
  private final InstantSource clock;
  private final StoreListener news;

  /** For probes: asked in any case. */
  final NodeStore store;

  /** For sessions: asked only while the node is available. */
  final NodeStore guarded;

  /** Used on the thread that connects only, as the next one. */
  private boolean wasConnected;

  /** Before it, a new connection to the lost node is no reason to ask the node. */
  private Instant nextQuestion = Instant.MIN;

  /** Tells {@code news} of connections made again before the node counted as lost. */
  NodeConnection(
      NodeAddress address,
      NodeHealthBoard board,
      SessionMetrics metrics,
      InstantSource clock,
      BiFunction<NodeAddress, ConnectionListener, NodeStore> connect,
      StoreListener news) {
    this.address = address;
    this.watch = board.watch(address.id());
    this.operations = new WatchedOperations(address.id(), board, metrics, clock);
    this.clock = clock;
    this.news = news;
    this.store = connect.apply(address, this);
    this.guarded = new GuardedStore(address.id(), store, board);
  }

  /**
   * Reports a node only if it was connected before and counts as available. Operations wait for the
   * first connection. A connection does not prove that the node answers: a lost node is asked.
   */
  @Override
  public void connected(String nodeId) {
    boolean isFirst = !wasConnected;
    wasConnected = true;
    if (!watch.isInUse()) {
      return;
    }
    if (!watch.isAvailable()) {
      askAtOnce();
    } else if (!isFirst) {
      news.reconnected(nodeId);
    }
  }

  /**
   * Pings the node at once. The prober would leave a node unused for a second after a single
   * connection reset. Pings at most as often as the prober: a connection that breaks again and
   * again must not make the node come and go all the time.
   */
  private void askAtOnce() {
    Instant now = clock.instant();
    @Nullable NodeStore asked = store; // null if this is told before connect has returned
    if (asked != null && !now.isBefore(nextQuestion)) {
      nextQuestion = now.plus(NodeProber.INTERVAL);
      NodeProber.ask(asked, watch::succeeded);
    }
  }

  @Override
  public void disconnected(String nodeId, String reason) {
    watch.disconnected(reason);
  }

  @Override
  public void ended(String key, long started, @Nullable StoreException failure) {
    operations.ended(key, started, failure);
  }

  @Override
  public void close() {
    store.close();
  }
}
