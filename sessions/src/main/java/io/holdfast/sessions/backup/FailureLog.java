package io.holdfast.sessions.backup;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Logs each kind of failure at most once per interval, so that an outage is one line and not a
 * flood.
 *
 * <p>The kind is the name of the throwable's class: holding the class itself would keep the class
 * loader of an undeployed application.
 */
final class FailureLog {

  private static final int MAX_KINDS = 100;
  private static final String OTHER_KINDS = "others";

  private final Logger logger;
  private final LongSupplier nanoTime;
  private final long intervalNanos;
  private final Map<String, Line> lastLines = new HashMap<>();

  FailureLog(Logger logger, LongSupplier nanoTime, Duration interval) {
    this.logger = logger;
    this.nanoTime = nanoTime;
    this.intervalNanos = interval.toNanos();
  }

  void failed(Throwable failure) {
    long suppressed;
    synchronized (this) {
      String kind = failure.getClass().getName();
      if (lastLines.size() >= MAX_KINDS && !lastLines.containsKey(kind)) {
        kind = OTHER_KINDS;
      }
      long now = nanoTime.getAsLong();
      Line last = lastLines.get(kind);
      if (last != null && now - last.nanoTime < intervalNanos) {
        last.suppressed++;
        return;
      }
      suppressed = last == null ? 0 : last.suppressed;
      lastLines.put(kind, new Line(now));
    }
    logger.log(
        Level.WARNING,
        "A backup failed; %d more failures of this kind since the last message."
            .formatted(suppressed),
        failure);
  }

  private static final class Line {
    private final long nanoTime;
    private long suppressed;

    Line(long nanoTime) {
      this.nanoTime = nanoTime;
    }
  }
}
