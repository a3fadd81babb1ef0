package io.holdfast.core.storage;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queries each node's statistics once a minute. Logs a warning when a full node evicts values:
 * otherwise only a missed session would show it. Reports nodes that {@code flush_all} has emptied,
 * so that their sessions are stored again at once, and not with the next change of each.
 *
 * <p>It asks a node that has never answered the question only once if it refuses it, and three
 * times at most if it says nothing: a proxy in between may end connections for such a question. It
 * does not ask lost nodes.
 */
public final class NodeFiguresWatch extends Rounds {

  private static final System.Logger LOG = Loggers.of(NodeFiguresWatch.class);

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Soon, for the console, but after the nodes are connected. */
  private static final Duration FIRST = Duration.ofSeconds(5);

  private static final Duration BETWEEN_WARNINGS = Duration.ofHours(1);
  private static final int MOST_SILENCES = 3;
  private static final int MEGABYTE = 1 << 20;

  private final Supplier<Map<String, NodeStore>> stores;
  private final NodeHealthBoard board;
  private final InstantSource clock;
  private final SessionMetrics metrics;
  private final Consumer<String> emptied;
  private final Map<String, Watched> nodes = new ConcurrentHashMap<>();

  /**
   * Creates a watch that asks no node until {@link #start()}.
   *
   * @param emptied is told the id of a node that was told to forget all, on a thread of the store
   */
  public NodeFiguresWatch(
      Supplier<Map<String, NodeStore>> stores,
      NodeHealthBoard board,
      ScheduledExecutorService timer,
      InstantSource clock,
      SessionMetrics metrics,
      Consumer<String> emptied) {
    super(timer);
    this.stores = stores;
    this.board = board;
    this.clock = clock;
    this.metrics = metrics;
    this.emptied = emptied;
    metrics.countedElsewhere(Metric.NODE_MEMORY_PERCENT, this::fullestPercent);
  }

  /** Schedules the first round. */
  public void start() {
    start(FIRST.toNanos());
  }

  /** The last figures of a node; null if there are none since it is in use. */
  public @Nullable NodeFigures figuresOf(String nodeId) {
    Watched node = nodes.get(nodeId);
    return node == null ? null : node.last();
  }

  @Override
  long pause() {
    return INTERVAL.toNanos();
  }

  /** What a lost node has said is so no more: it may be empty when it is back. */
  private long fullestPercent() {
    long fullest = 0;
    for (Watched node : nodes.values()) {
      NodeFigures last = board.isAvailable(node.nodeId) ? node.last() : null;
      fullest = Math.max(fullest, last == null ? 0 : last.usedPercent());
    }
    return fullest;
  }

  @Override
  void round() {
    Map<String, NodeStore> now = stores.get();
    nodes.keySet().retainAll(now.keySet());
    for (Map.Entry<String, NodeStore> each : now.entrySet()) {
      Watched node = watched(each.getKey(), each.getValue());
      if (node.isWorthAsking() && board.isAvailable(node.nodeId)) {
        var unused = node.store.figures().whenComplete(node::answered);
      }
    }
  }

  /** The state of a node; a new one if another node has replaced it. */
  private Watched watched(String nodeId, NodeStore store) {
    Watched known = nodes.get(nodeId);
    if (known == null || known.store != store) {
      known = new Watched(nodeId, store);
      nodes.put(nodeId, known);
    }
    return known;
  }

  /** One node, and its answers so far. */
  private final class Watched {

    private final String nodeId;
    private final NodeStore store;
    private @Nullable NodeFigures last;
    private int silences;
    private long untold;
    private boolean wasFlushed;
    private boolean wasEvicting;
    private final OccasionalLine line = new OccasionalLine(BETWEEN_WARNINGS, clock);

    Watched(String nodeId, NodeStore store) {
      this.nodeId = nodeId;
      this.store = store;
    }

    synchronized @Nullable NodeFigures last() {
      return last;
    }

    synchronized boolean isWorthAsking() {
      return silences < MOST_SILENCES;
    }

    /** Runs on a thread of the store; both are null if the node has no figures. */
    void answered(@Nullable NodeFigures now, @Nullable Throwable failure) {
      if (!isClosed() && isEmptied(now, failure)) {
        emptied.accept(nodeId);
      }
    }

    private synchronized boolean isEmptied(@Nullable NodeFigures now, @Nullable Throwable failure) {
      if (now == null) {
        if (last == null) { // one that has answered can do so, whatever it says for once
          boolean isRefused = failure == null || StoreException.reasonOf(failure) == Reason.REFUSED;
          silences = isRefused ? MOST_SILENCES : silences + 1;
        }
        return false;
      }
      boolean isFlushed = isFlushed(now);
      tellOfPolicy(now);
      tellOfEvictions(now);
      last = now;
      return isFlushed;
    }

    /** Also in the round behind it: it may have been told to forget all a moment later. */
    private boolean isFlushed(NodeFigures now) {
      boolean isAgain = wasFlushed;
      wasFlushed = last != null && now.flushes() > 0 && now.flushes() != last.flushes();
      if (wasFlushed) {
        LOG.log(
            System.Logger.Level.WARNING,
            "node {0} was emptied (flush_all or FLUSHALL). This Tomcat stores the sessions again that"
                + " it has in memory; others are lost, unless another node has them.",
            nodeId);
      }
      return wasFlushed || isAgain;
    }

    private void tellOfPolicy(NodeFigures now) {
      String policy = now.evictsBy();
      if (policy != null && !wasEvicting) {
        LOG.log(
            System.Logger.Level.WARNING,
            "node {0} evicts sessions once its memory is full ({1}). Set maxmemory-policy noeviction:"
                + " a full node then refuses writes, and Holdfast stores the session elsewhere or"
                + " later.",
            nodeId,
            policy);
      }
      wasEvicting = policy != null;
    }

    private void tellOfEvictions(NodeFigures now) {
      if (last != null) {
        boolean isAnew = now.evictions() < last.evictions(); // it counts since its start
        long more = now.evictions() - (isAnew ? 0 : last.evictions());
        metrics.add(Metric.NODE_EVICTIONS, more);
        untold += more;
      }
      if (untold == 0 || line.due() < 0) {
        return;
      }
      LOG.log(
          System.Logger.Level.WARNING,
          ("node %s gave up %d values before their time since the last message, because its"
                  + " memory was full (%d of %d MB used): sessions among them are lost to the other"
                  + " Tomcats. Give it more memory (-m, maxmemory), or let sessions end sooner"
                  + " (session-timeout); see docs/operations.html#how-much-memory")
              .formatted(nodeId, untold, now.usedBytes() / MEGABYTE, now.limitBytes() / MEGABYTE));
      untold = 0;
    }
  }
}
