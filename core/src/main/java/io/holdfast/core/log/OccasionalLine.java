package io.holdfast.core.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Decides when to log a message that may occur very often: once per interval, with the number of
 * omitted messages. Thread-safe.
 */
public final class OccasionalLine {

  private final Duration between;
  private final InstantSource clock;
  private @Nullable Instant last;
  private long untold;

  /** Creates it; the first line is due at once. */
  public OccasionalLine(Duration between, InstantSource clock) {
    this.between = between;
    this.clock = clock;
  }

  /**
   * Notes one more reason for the line. A clock that was set back does not put it off.
   *
   * @return how many there were since the last line, if the line is due now; -1 if not
   */
  public synchronized long due() {
    Instant now = clock.instant();
    if (last != null && Duration.between(last, now).abs().compareTo(between) < 0) {
      untold++;
      return -1;
    }
    last = now;
    long others = untold;
    untold = 0;
    return others;
  }
}
