package io.holdfast.core.routing;

import io.holdfast.core.routing.CircuitBreaker.State;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breakers of all nodes, with news of every change to one listener.
 *
 * <p>A change is queued under the breaker's lock, so the queue has the order in which the changes
 * happened; it is delivered without a lock by whichever thread gets the single permit, so the
 * listener hears one thing at a time and nobody waits for it.
 */
public final class NodeHealthBoard implements NodeHealth {

  private final Map<String, CircuitBreaker> breakers;
  private final NodeStateListener listener;
  private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
  private final Semaphore delivery = new Semaphore(1);
  private final InstantSource clock;
  private volatile Instant lastChange = Instant.MIN;

  /**
   * Creates a board on which every node is available.
   *
   * @param nodeIds all nodes
   * @param failuresToOpen failures in a row after which a node counts as lost, at least 1
   * @param clock tells since when a node is lost
   * @param listener hears of changes
   */
  public NodeHealthBoard(
      Collection<String> nodeIds,
      int failuresToOpen,
      InstantSource clock,
      NodeStateListener listener) {
    this.breakers =
        nodeIds.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(), id -> new CircuitBreaker(failuresToOpen, clock)));
    this.clock = clock;
    this.listener = listener;
  }

  @Override
  public boolean isAvailable(String nodeId) {
    return breaker(nodeId).state() == State.CLOSED;
  }

  /** Since when the node is lost; null if it is available. */
  public @Nullable Instant lostSince(String nodeId) {
    return breaker(nodeId).openSince();
  }

  /** When a node was last lost or came back; {@link Instant#MIN} if that never happened. */
  public Instant lastChange() {
    return lastChange;
  }

  /** The nodes that are lost now, in the order of their ids. */
  public List<String> lostNodes() {
    return breakers.keySet().stream().filter(id -> !isAvailable(id)).sorted().toList();
  }

  /** Notes that the node answered. */
  public void succeeded(String nodeId) {
    apply(nodeId, CircuitBreaker::succeeded, () -> listener.nodeReturned(nodeId));
  }

  /** Notes that the node did not answer an operation. */
  public void failed(String nodeId) {
    apply(nodeId, CircuitBreaker::failed, () -> listener.nodeLost(nodeId));
  }

  /** Notes that there is no connection to the node: it is lost at once. */
  public void disconnected(String nodeId) {
    apply(nodeId, CircuitBreaker::trip, () -> listener.nodeLost(nodeId));
  }

  private void apply(String nodeId, Predicate<CircuitBreaker> event, Runnable message) {
    CircuitBreaker breaker = breaker(nodeId);
    synchronized (breaker) {
      if (!event.test(breaker)) {
        return;
      }
      lastChange = clock.instant();
      news.add(message);
    }
    deliver();
  }

  /** Looks again after giving the permit back: a message may have come in between. */
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

  private CircuitBreaker breaker(String nodeId) {
    CircuitBreaker breaker = breakers.get(nodeId);
    if (breaker == null) {
      throw new IllegalArgumentException("unknown node: " + nodeId);
    }
    return breaker;
  }
}
