package io.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WaitsTest {

  /** The digits that are kept. */
  private static final double EXACT = 0.001;

  @Test
  void ofWhenOneOfAHundredIsSlowThenNinetyNineWereWithinTheRest() {
    Histogram latencies = millis(IntStream.rangeClosed(1, 99).toArray());
    latencies.recordValue(5_000_000_000L);

    Waits waits = Waits.of(latencies);

    assertEquals(50, waits.median(), 50 * EXACT);
    assertEquals(99, waits.slow(), 99 * EXACT);
    assertEquals(5_000, waits.longest(), 5_000 * EXACT);
  }

  @Test
  void ofWhenNothingWasAskedThenThereIsNothing() {
    assertEquals(Waits.NONE, Waits.of(millis()));
  }

  private static Histogram millis(int... millis) {
    Histogram latencies = new Histogram(Waits.DIGITS);
    IntStream.of(millis).forEach(one -> latencies.recordValue(1_000_000L * one));
    return latencies;
  }
}
