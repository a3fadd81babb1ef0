package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Gives requests exclusive use of their session: in this Tomcat by a queue per session, against
 * other Tomcats by a lease on two nodes.
 *
 * <p>Nothing blocks. Futures complete on the caller's thread, on a store's or on the timer's: what
 * depends on them must not block there.
 */
public final class SessionLocks implements AutoCloseable {

  private final Supplier<NodeSet> nodes;
  private final StorageKeys keys;
  private final LockTools tools;
  private final int maxWaiters;
  private final Map<String, SessionQueue> queues = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /**
   * Creates the locks; none is held yet.
   *
   * @param nodes the nodes in use now
   * @param keys of the leases
   * @param timer for renewals, pauses and patience; not closed by this class
   * @param nanoTime as {@link System#nanoTime}
   * @param random spreads the pauses; thread-safe
   * @param metrics counts what happens
   */
  public SessionLocks(
      Supplier<NodeSet> nodes,
      StorageKeys keys,
      LockSettings settings,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      RandomGenerator random,
      SessionMetrics metrics) {
    this.nodes = nodes;
    this.keys = keys;
    this.maxWaiters = settings.maxWaiters();
    this.tools =
        new LockTools(
            settings.owner(),
            LeaseTerms.of(settings.lockExpiration()),
            new AtomicLong(),
            random,
            timer,
            nanoTime,
            metrics);
  }

  /**
   * Asks for a session. Requests of this Tomcat get it in the order in which they asked; where too
   * many wait for it, the outcome is {@link LockOutcome.QueueFull} at once.
   *
   * @return completes within {@code lockExpiration} and a second, never exceptionally; to cancel it
   *     ends the wait
   */
  public CompletableFuture<LockOutcome> acquire(SessionId id) {
    return acquire(id, null);
  }

  /**
   * Asks for a session like {@link #acquire(SessionId)}, and reads something from each node that is
   * asked for the lease, in one packet with that.
   *
   * @param behind makes the read for a node; only called for the first question. It counts as done
   *     under the lease only if that is granted at once ({@link LockOutcome.Granted#isAtOnce}).
   *     Null for none
   */
  public CompletableFuture<LockOutcome> acquire(
      SessionId id, @Nullable Function<NodeStore, ReadBehind> behind) {
    Waiter waiter = new Waiter(tools, behind);
    String key = keys.leaseKeyOf(id);
    while (!stopped) {
      SessionQueue queue = queues.computeIfAbsent(key, unused -> queue(id.base(), key));
      if (queue.enter(waiter)) {
        if (stopped) {
          queue.stop();
        }
        return waiter.result();
      }
      queues.remove(key, queue);
    }
    waiter.timeOut();
    return waiter.result();
  }

  /**
   * Ends all waiting with {@link LockOutcome.TimedOut}, gives back all leases, and refuses further
   * requests. Does not wait for the nodes.
   */
  @Override
  public void close() {
    stopped = true;
    List.copyOf(queues.values()).forEach(SessionQueue::stop);
  }

  /** How many sessions a request has or waits for. */
  int sessions() {
    return queues.size();
  }

  private SessionQueue queue(String base, String key) {
    return new SessionQueue(
        tools, maxWaiters, () -> leaseNodes(base, key), queue -> queues.remove(key, queue));
  }

  private LeaseNodes leaseNodes(String base, String key) {
    return new LeaseNodes(nodes, base, store -> new NodeLease(store, key, tools), tools);
  }
}
