package io.holdfast.core.storage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
public final class TestClock implements InstantSource {

  private volatile Instant now;

  public TestClock(Instant start) {
    now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  public synchronized void advance(Duration time) {
    now = now.plus(time);
  }
}
