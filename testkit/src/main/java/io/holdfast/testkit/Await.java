package io.holdfast.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Polls until a condition holds or the time is up. Each poll may cost a request, so it polls less
 * often the longer it waits. It notices the condition late by at most a twentieth of the time
 * waited.
 */
public final class Await {

  private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(30);
  private static final long SHORTEST_PAUSE = Duration.ofMillis(10).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofMillis(200).toNanos();

  private Await() {}

  /** Waits up to thirty seconds; see {@link #until(String, Duration, BooleanSupplier)}. */
  public static void until(String what, BooleanSupplier condition) {
    until(what, DEFAULT_DEADLINE, condition);
  }

  /**
   * Waits until the condition holds. A runtime exception or assertion error of the condition counts
   * as "not yet" and becomes the cause of the failure.
   *
   * @param what what is waited for, for the message, such as "record is stored"
   * @param within how long to try; the condition is tried at least once
   * @throws AssertionError if the condition does not hold in time
   * @throws IllegalStateException if the thread is interrupted; its interrupt flag stays set
   */
  public static void until(String what, Duration within, BooleanSupplier condition) {
    value(what, within, condition::getAsBoolean, holds -> holds);
  }

  /** Waits up to thirty seconds; see {@link #value(String, Duration, Supplier, Predicate)}. */
  public static <T extends @Nullable Object> T value(
      String what, Supplier<T> supplier, Predicate<? super T> wanted) {
    return value(what, DEFAULT_DEADLINE, supplier, wanted);
  }

  /**
   * Waits until the supplied value is as wanted, under the terms of {@link #until(String, Duration,
   * BooleanSupplier)}.
   *
   * @return the first value that is as wanted
   */
  public static <T extends @Nullable Object> T value(
      String what, Duration within, Supplier<T> supplier, Predicate<? super T> wanted) {
    return value(what, within, supplier, wanted, Await::pauseAfter);
  }

  /**
   * The same, but polls each ten milliseconds however long it waits: for what must be as wanted
   * several times in a row.
   */
  public static <T extends @Nullable Object> T valueClosely(
      String what, Duration within, Supplier<T> supplier, Predicate<? super T> wanted) {
    return value(what, within, supplier, wanted, waited -> SHORTEST_PAUSE);
  }

  private static <T extends @Nullable Object> T value(
      String what,
      Duration within,
      Supplier<T> supplier,
      Predicate<? super T> wanted,
      LongUnaryOperator pauseAfter) {
    long start = System.nanoTime();
    String last;
    Throwable cause;
    do {
      try {
        T value = supplier.get();
        if (wanted.test(value)) {
          return value;
        }
        last = String.valueOf(value);
        cause = null;
      } catch (RuntimeException | AssertionError notYet) {
        last = notYet.toString();
        cause = notYet;
      }
      pause(what, pauseAfter.applyAsLong(System.nanoTime() - start));
    } while (System.nanoTime() - start < within.toNanos());
    throw new AssertionError("Not within " + within + ": " + what + "; last seen: " + last, cause);
  }

  /** How long until the next look, in nanoseconds like what was waited so far. */
  static long pauseAfter(long waited) {
    return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, waited / 20));
  }

  private static void pause(String what, long nanos) {
    LockSupport.parkNanos(nanos);
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("Interrupted while waiting: " + what);
    }
  }
}
