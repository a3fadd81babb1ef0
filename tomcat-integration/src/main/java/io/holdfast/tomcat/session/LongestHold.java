package io.holdfast.tomcat.session;

import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.runtime.SessionRuntime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends the holds of requests whose responses flow: how long that takes is up to their clients, and
 * others want the session meanwhile.
 *
 * <p>What such a request has changed by then is saved before. What it changes later is not: to it
 * the lease is lost.
 */
final class LongestHold {

  private final SessionRuntime runtime;
  private final @Nullable Duration limit;

  LongestHold(SessionRuntime runtime) {
    this.runtime = runtime;
    this.limit = runtime.settings().maxLockHold();
  }

  /** Bytes of a response leave, and its request goes on. */
  void responseFlows(SessionRequest use) {
    HeldLease lease = use.lease();
    HoldfastSession own = use.own();
    if (limit == null || lease == null || own == null || use.isFlowing()) {
      return;
    }
    if (lease.isGranted()) { // otherwise no request could find what is here
      use.flowsUntil(runtime.later(limit, () -> end(use, own)));
    }
  }

  /** A session that could not be saved stays with its request: others would not see it as it is. */
  private void end(SessionRequest use, HoldfastSession own) {
    var unused =
        runtime
            .sessions()
            .save(own)
            .thenAccept(
                outcome -> {
                  if (outcome.isSettled()) {
                    giveBack(use, own);
                  }
                });
  }

  private static void giveBack(SessionRequest use, HoldfastSession own) {
    HeldLease lease = use.takeLeaseOf(own);
    if (lease != null) {
      own.instanceState().leased(() -> true);
      var unused = lease.release();
    }
  }
}
