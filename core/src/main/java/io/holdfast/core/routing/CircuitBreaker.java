package io.holdfast.core.routing;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Decides whether one node is worth asking: open after a number of failures in a row, closed by a
 * success.
 *
 * <p>There is no half-open state, because requests never test a node: a probe in the background
 * does.
 */
public final class CircuitBreaker {

  /** The state of a breaker. */
  public enum State {
    /** Operations are sent. */
    CLOSED,
    /** Operations fail at once. */
    OPEN
  }

  private final int failuresToOpen;
  private final InstantSource clock;
  private int failuresInARow;
  private volatile StateSince current;

  /**
   * Creates a closed breaker.
   *
   * @param failuresToOpen failures in a row that open it, at least 1
   * @param clock for the time at which a state begins
   */
  public CircuitBreaker(int failuresToOpen, InstantSource clock) {
    if (failuresToOpen < 1) {
      throw new IllegalArgumentException("failuresToOpen must be at least 1: " + failuresToOpen);
    }
    this.failuresToOpen = failuresToOpen;
    this.clock = clock;
    this.current = new StateSince(State.CLOSED, clock.instant());
  }

  /** Notes an answer; true if that closed the breaker. */
  public synchronized boolean succeeded() {
    failuresInARow = 0;
    return become(State.CLOSED);
  }

  /** Notes an operation without an answer; true if that opened the breaker. */
  public synchronized boolean failed() {
    if (state() == State.OPEN) {
      return false;
    }
    failuresInARow++;
    return failuresInARow >= failuresToOpen && trip();
  }

  /** Opens the breaker without counting; true if it was closed. */
  public synchronized boolean trip() {
    return become(State.OPEN);
  }

  private boolean become(State state) {
    if (state() == state) {
      return false;
    }
    current = new StateSince(state, clock.instant());
    return true;
  }

  public State state() {
    return current.state();
  }

  /**
   * Returns when the present state began, never a time in the future. If the clock was set back
   * since, it returns the present time: callers that wait for some time after it must not wait for
   * hours.
   */
  public Instant since() {
    return current.since().isAfter(clock.instant()) ? sinceNow() : current.since();
  }

  private synchronized Instant sinceNow() {
    Instant now = clock.instant();
    if (current.since().isAfter(now)) {
      current = new StateSince(current.state(), now);
    }
    return current.since();
  }

  private record StateSince(State state, Instant since) {}
}
