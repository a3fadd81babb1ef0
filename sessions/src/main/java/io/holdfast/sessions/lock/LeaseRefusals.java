package io.holdfast.sessions.lock;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Warns, once a minute at most, of requests that are answered with 503 because other requests have
 * their session. Thread-safe.
 */
public final class LeaseRefusals {

  private static final System.Logger LOG = Loggers.of(LeaseRefusals.class);

  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

  private final String application;
  private final OccasionalLine line;
  private long timeouts;
  private long surplus;

  /**
   * Creates one that has seen no request.
   *
   * @param application its path, for the log; empty for the root application
   */
  public LeaseRefusals(String application, InstantSource clock) {
    this.application = application;
    this.line = new OccasionalLine(BETWEEN_WARNINGS, clock);
  }

  /**
   * A request is refused.
   *
   * @param outcome why: its wait for the lease timed out, or too many requests waited already
   */
  public void refused(LockOutcome outcome) {
    long timedOut;
    long tooMany;
    synchronized (this) {
      if (outcome instanceof LockOutcome.QueueFull) {
        surplus++;
      } else {
        timeouts++;
      }
      if (line.due() < 0) {
        return;
      }
      timedOut = timeouts;
      tooMany = surplus;
      timeouts = 0;
      surplus = 0;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "Requests of \"{0}\" answered with 503 since the last warning, because other requests had"
            + " locked their session: {1} ({2} timed out waiting, {3} found maxLockWaiters others"
            + " waiting). Lock only the requests that need it (lockingMode=\"uriPattern:…\"), keep"
            + " slow requests unlocked, or let requests wait longer (lockExpiration)."
            + " onLockTimeout=\"proceed\" serves requests whose wait times out, and may lose their"
            + " changes.",
        application,
        String.valueOf(timedOut + tooMany),
        String.valueOf(timedOut),
        String.valueOf(tooMany));
  }
}
