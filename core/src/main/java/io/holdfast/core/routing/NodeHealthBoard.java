package io.holdfast.core.routing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breakers of all nodes; tells one listener of every change.
 *
 * <p>A change is queued under the lock of its node, so the queue has the order in which the changes
 * happened; the thread that gets the single permit delivers it without a lock, so the listener is
 * told one change at a time and no thread waits for it. The nodes may change; an answer of one that
 * is no longer in the list changes nothing.
 */
public final class NodeHealthBoard {

  private static final String SILENCE = "no answer";

  private volatile Map<String, Watch> watches = Map.of();
  private final int failuresToOpen;
  private final NodeStateListener listener;
  private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
  private final Semaphore delivery = new Semaphore(1);
  private final InstantSource clock;
  private final AtomicLong changes = new AtomicLong();

  /** Creates a board on which every node is available until it fails so often in a row. */
  public NodeHealthBoard(
      Collection<String> nodeIds,
      int failuresToOpen,
      InstantSource clock,
      NodeStateListener listener) {
    if (failuresToOpen < 1) {
      throw new IllegalArgumentException("failuresToOpen must be at least 1: " + failuresToOpen);
    }
    this.failuresToOpen = failuresToOpen;
    this.clock = clock;
    this.listener = listener;
    change(nodeIds, Set.of());
  }

  /** Uses these nodes from now on, and keeps the state of those that are not {@code renewed}. */
  public synchronized void change(Collection<String> nodeIds, Set<String> renewed) {
    Map<String, Watch> next = new HashMap<>();
    for (String id : nodeIds) {
      Watch known = renewed.contains(id) ? null : watches.get(id);
      next.put(id, known != null ? known : new Watch(id));
    }
    watches = Map.copyOf(next);
    changes.incrementAndGet();
  }

  /** The watch over the node that has this id now. */
  public Watch watch(String nodeId) {
    Watch watch = watchOrNull(nodeId);
    if (watch == null) {
      throw new IllegalArgumentException("unknown node: " + nodeId);
    }
    return watch;
  }

  /** The same; null if there is none. */
  public @Nullable Watch watchOrNull(String nodeId) {
    return watches.get(nodeId);
  }

  /** Returns whether operations are sent to the node now; false for one that is not in the list. */
  public boolean isAvailable(String nodeId) {
    Watch watch = watches.get(nodeId);
    return watch != null && watch.isAvailable();
  }

  /** Returns whether the node answers, or did so lately; false for one that is not in the list. */
  public boolean hasAnsweredWithin(String nodeId, Duration time) {
    Watch watch = watches.get(nodeId);
    return watch != null
        && (watch.isAvailable() || watch.since().plus(time).isAfter(clock.instant()));
  }

  /** The nodes that are lost now, in the order of their ids. */
  public List<String> lostNodes() {
    List<String> lost = new ArrayList<>();
    for (Watch watch : watches.values()) {
      if (!watch.isAvailable()) {
        lost.add(watch.nodeId);
      }
    }
    lost.sort(null);
    return lost;
  }

  /** Returns how often a node was lost or came back so far, or the list of nodes changed. */
  public long changes() {
    return changes.get();
  }

  /**
   * Why the node was lost the last time, for an operator; "no answer" for one that is not in the
   * list or was not lost so far.
   */
  public String reasonOfLoss(String nodeId) {
    Watch watch = watches.get(nodeId);
    return watch == null ? SILENCE : watch.reasonOfLoss;
  }

  /**
   * The state of one node, a circuit breaker: the node is lost after a number of failures in a row,
   * and back with a success. There is no half-open state, because requests never test a node: a
   * probe in the background does.
   *
   * <p>When the node leaves the list, or another node gets its id, the watch goes on, but the
   * listener is told of its changes no more.
   */
  public final class Watch {

    private final String nodeId;
    private int failuresInARow;
    private volatile boolean isAvailable = true;
    private Instant since = clock.instant();
    private volatile String reasonOfLoss = SILENCE;

    private Watch(String nodeId) {
      this.nodeId = nodeId;
    }

    /** Returns whether operations are sent to the node now. */
    public boolean isAvailable() {
      return isAvailable;
    }

    /**
     * Returns when the present state, lost or available, began, never a time in the future. If the
     * clock was set back since, it is the present time: callers that wait for some time after it
     * must not wait for hours.
     */
    public synchronized Instant since() {
      Instant now = clock.instant();
      since = since.isAfter(now) ? now : since;
      return since;
    }

    public boolean isInUse() {
      return watches.get(nodeId) == this;
    }

    public void succeeded() {
      synchronized (this) {
        failuresInARow = 0;
        if (!becomes(true)) {
          return;
        }
        news.add(() -> listener.nodeReturned(nodeId));
      }
      deliver();
    }

    /** Notes that the node did not answer an operation. */
    public void failed(String reason) {
      synchronized (this) {
        failuresInARow++;
        if (failuresInARow < failuresToOpen || !becomes(false)) {
          return;
        }
        news.add(
            () -> lost("%d operations in a row failed (%s)".formatted(failuresToOpen, reason)));
      }
      deliver();
    }

    /** Notes that there is no connection to the node: it is lost at once. */
    public void disconnected(String reason) {
      synchronized (this) {
        if (!becomes(false)) {
          return;
        }
        news.add(() -> lost(reason));
      }
      deliver();
    }

    private void lost(String reason) {
      reasonOfLoss = reason;
      listener.nodeLost(nodeId);
    }

    /** Returns whether that is news. */
    private boolean becomes(boolean available) {
      if (isAvailable == available) {
        return false;
      }
      isAvailable = available;
      since = clock.instant();
      if (!isInUse()) {
        return false;
      }
      changes.incrementAndGet();
      return true;
    }
  }

  /** Delivers the queue; looks again after giving the permit back, as a change may have come. */
  private void deliver() {
    while (!news.isEmpty() && delivery.tryAcquire()) {
      try {
        for (Runnable message = news.poll(); message != null; message = news.poll()) {
          message.run();
        }
      } finally {
        delivery.release();
      }
    }
  }
}
