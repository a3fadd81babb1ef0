package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Does again, {@code most} times, what a node did not take; pauses double from 50 ms. */
record Retries(ScheduledExecutorService timer, int most) {

  /** The number of a retry that none follows. */
  static final int LAST = Integer.MAX_VALUE;

  private static final System.Logger LOG = Loggers.of(Retries.class);
  private static final long FIRST_PAUSE_MILLIS = 50;

  /** Does something again after a pause; false if it was done often enough. */
  boolean later(int done, Runnable again) {
    if (done >= most) {
      return false;
    }
    try {
      var unused = timer.schedule(again, FIRST_PAUSE_MILLIS << done, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Everything stops", e);
    }
    return true;
  }
}
