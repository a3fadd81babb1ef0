package io.holdfast.benchmarks.engine;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Sees from a counter when work has come to its end. */
public final class Rest {

  /** No queue of backups pauses as long as that while its Tomcat gets a processor. */
  private static final long QUIET_NANOS = Duration.ofMillis(60).toNanos();

  private static final long DEADLINE_NANOS = Duration.ofSeconds(30).toNanos();

  private final LongSupplier counter;
  private final LongSupplier clockNanos;
  private final Runnable pause;

  /**
   * Creates it.
   *
   * @param counter grows with the work
   * @param pause between two looks at it
   */
  public Rest(LongSupplier counter, LongSupplier clockNanos, Runnable pause) {
    this.counter = counter;
    this.clockNanos = clockNanos;
    this.pause = pause;
  }

  /**
   * Waits until the counter stands still.
   *
   * @return when it was seen to have grown last, on the given clock; the time of the call if it
   *     does not grow
   * @throws IllegalStateException if it still grows after half a minute
   */
  public long await() {
    long start = clockNanos.getAsLong();
    long moved = start;
    long count = counter.getAsLong();
    while (true) {
      pause.run();
      long next = counter.getAsLong();
      long now = clockNanos.getAsLong();
      if (next != count) {
        count = next;
        moved = now;
      } else if (now - moved >= QUIET_NANOS) {
        return moved;
      }
      if (now - start >= DEADLINE_NANOS) {
        throw new IllegalStateException("The store is still written to after half a minute");
      }
    }
  }
}
