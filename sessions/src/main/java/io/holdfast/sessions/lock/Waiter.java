package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request that waits for its session, for a limited time. */
final class Waiter {

  private final CompletableFuture<LockOutcome> result = new CompletableFuture<>();
  private final LockTools tools;
  private final @Nullable Function<NodeStore, ReadBehind> behind;
  private final long since;
  private volatile boolean hadToWait;

  Waiter(LockTools tools, @Nullable Function<NodeStore, ReadBehind> behind) {
    this.tools = tools;
    this.behind = behind;
    this.since = tools.now();
  }

  /** Makes the read behind the question for the lease, in one packet with it; null for none. */
  @Nullable Function<NodeStore, ReadBehind> behind() {
    return behind;
  }

  /** What the request is told; may be cancelled by the request. */
  CompletableFuture<LockOutcome> result() {
    return result;
  }

  /** Notes that another request or Tomcat was first. */
  void noteWait() {
    hadToWait = true;
  }

  /** Tells the request; false if it is not waiting any more. */
  boolean tell(LockOutcome outcome) {
    long waited = tools.now() - since;
    boolean isTold = result.complete(outcome);
    if (isTold && hadToWait) {
      tools.metrics().increment(Metric.LEASE_WAITS);
      tools.metrics().took(Timing.LEASE_WAIT, waited);
      tools.metrics().add(Metric.LEASE_WAIT_MILLIS, TimeUnit.NANOSECONDS.toMillis(waited));
    }
    return isTold;
  }

  /** Tells the request that too many wait already. */
  void turnAway() {
    if (tell(new LockOutcome.QueueFull())) {
      tools.metrics().increment(Metric.LEASE_QUEUES_FULL);
    }
  }

  void timeOut() {
    if (tell(new LockOutcome.TimedOut())) {
      tools.metrics().increment(Metric.LEASE_TIMEOUTS);
    }
  }
}
