package io.holdfast.tomcat;

import io.holdfast.core.flow.DoubtPeriod;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that ask for a session which may be in the store, while that does not answer. They are
 * refused where their application wants a session: a new one would cost the client the cookie of
 * the other. Those that need none are served.
 *
 * <p>A request is known by its thread while it passes the valve. On other threads, and after the
 * period of doubt, applications get new sessions.
 */
final class SessionsInDoubt {

  private final DoubtPeriod period;
  private final SessionMetrics metrics;

  @SuppressWarnings("ThreadLocalUsage") // one per application: nothing static may know a request
  private final ThreadLocal<@Nullable Asking> asking = new ThreadLocal<>();

  SessionsInDoubt(DoubtPeriod period, SessionMetrics metrics) {
    this.period = period;
    this.metrics = metrics;
  }

  /** What is known of the request on a thread. */
  private static final class Asking {
    private boolean inDoubt;
    private boolean refused;
  }

  /** A request enters the valve. */
  void enter() {
    asking.set(new Asking());
  }

  /**
   * The request leaves the valve.
   *
   * @return whether it has been refused
   */
  boolean leave() {
    boolean refused = isRefused();
    asking.remove();
    return refused;
  }

  /**
   * The session that was asked for is not here.
   *
   * @param unheard the nodes that may have it and did not say so; empty if there is none
   */
  void isMissing(Set<String> unheard) {
    Asking request = asking.get();
    if (request != null && period.covers(unheard)) {
      request.inDoubt = true;
    }
  }

  /**
   * The application wants a new session.
   *
   * @throws IllegalStateException if it must not have one now
   */
  void isWanted() {
    Asking request = asking.get();
    if (request == null || !request.inDoubt) {
      return;
    }
    if (!request.refused) {
      request.refused = true;
      metrics.increment(Metric.REQUESTS_IN_DOUBT);
    }
    throw new IllegalStateException(
        "The store does not say at the moment whether it has the client's session: the client is"
            + " told to ask again, and gets no other session instead");
  }

  /** Whether the request on this thread has been refused. */
  boolean isRefused() {
    Asking request = asking.get();
    return request != null && request.refused;
  }
}
