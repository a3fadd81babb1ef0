package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.lock.LeaseNodes.Result;
import io.holdfast.sessions.lock.LeaseNodes.Round;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * An acquired lease, renewed until it is given back or lost.
 *
 * <p>It counts as held for a while from the start of the latest round that found it where it has to
 * be: on the first two nodes that answer, on one of them without interruption. A lost lease stays
 * lost, even if the nodes would have it again.
 */
final class Lease {

  private final LeaseNodes nodes;
  private final LockTools tools;

  /** By the clock. This guards it, like all fields below. */
  private long reliedUntil;

  private boolean ended;
  private int disputes;
  private @Nullable Future<?> nextRenewal;

  /**
   * Creates a lease that is not renewed yet.
   *
   * @param nodes that hold it
   * @param granted the round that acquired it
   * @param tools shared with other leases
   */
  Lease(LeaseNodes nodes, Round granted, LockTools tools) {
    this.nodes = nodes;
    this.tools = tools;
    this.reliedUntil = granted.began() + tools.terms().validity().toNanos();
  }

  /** Returns whether another Tomcat may have it. */
  synchronized boolean isLost() {
    return ended || reliedUntil - tools.now() <= 0;
  }

  /**
   * Returns whether no node has come back since that a Tomcat would ask for it now. The loss of the
   * others would leave a lease that the next Tomcat does not meet.
   */
  boolean isWhereItIsAskedFor() {
    return nodes.areAskedFirst();
  }

  /** Stops renewing and removes it from its nodes. Never completes exceptionally. */
  CompletableFuture<Void> giveBack() {
    end();
    return nodes.giveBack();
  }

  private void renew() {
    if (isLost()) {
      end();
      return;
    }
    var unused = nodes.ask(true, null).thenAccept(this::renewed);
  }

  private synchronized void renewed(Round round) {
    if (isLost() || (round.result() == Result.HELD && !round.kept())) {
      reliedUntil = tools.now();
      end();
      return;
    }
    if (round.result() == Result.OTHERS) {
      // A Tomcat that only tries gives it back at once; if one has it, this lease is lost.
      disputes++;
      renewAfter(tools.pauseAfter(disputes));
      return;
    }
    disputes = 0;
    if (round.result() == Result.HELD) {
      reliedUntil = round.began() + tools.terms().validity().toNanos();
    }
    Duration taken = Duration.ofNanos(tools.now() - round.began());
    Duration rest = tools.terms().renewal().minus(taken);
    renewAfter(rest.isNegative() ? Duration.ZERO : rest);
  }

  /** Schedules the next renewal; without a timer, at a stop, the lease expires. */
  synchronized void renewAfter(Duration pause) {
    if (!ended) {
      nextRenewal = tools.later(pause, this::renew);
    }
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    if (isLost()) {
      tools.metrics().increment(Metric.LEASES_LOST);
    }
    ended = true;
    if (nextRenewal != null) {
      nextRenewal.cancel(false);
    }
  }
}
