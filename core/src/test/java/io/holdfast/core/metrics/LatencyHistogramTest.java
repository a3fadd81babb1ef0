package io.holdfast.core.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatencyHistogramTest {

  private static final double WIDTH = 1.0 / 16;
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final LatencyHistogram histogram = new LatencyHistogram();

  @Test
  void summaryWhenNothingWasRecordedThenZero() {
    assertEquals(new LatencySummary(0, 0, 0, 0, 0, 0), histogram.summary(0));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 33, 1_000, 123_456_789, (1L << 40) - 1})
  void summaryWhenOneTimeWasRecordedThenAllAreThat(long nanos) {
    histogram.record(nanos, 0);

    assertEquals(new LatencySummary(1, nanos, nanos, nanos, nanos, nanos), histogram.summary(0));
  }

  @Test
  void summaryWhenManyTimesWereRecordedThenAtMostABucketAbove() {
    long[] times =
        new Random(1).longs(10_000, 0, 30).map(bits -> (1L << bits) + bits * 7).sorted().toArray();
    LongStream.of(times).forEach(nanos -> histogram.record(nanos, 0));

    LatencySummary summary = histogram.summary(0);

    assertEquals(10_000, summary.count());
    assertNear(times[4_999], summary.p50());
    assertNear(times[9_499], summary.p95());
    assertNear(times[9_899], summary.p99());
    assertEquals(Arrays.stream(times).max().orElseThrow(), summary.max());
  }

  @Test
  void summaryWhenEachTimeHasABucketThenInOrder() {
    for (long nanos = 0; nanos < 100_000; nanos++) {
      LatencyHistogram one = new LatencyHistogram();
      one.record(nanos, 0);
      one.record(Long.MAX_VALUE, 0);

      assertNear(nanos, one.summary(0).p50());
    }
  }

  @Test
  void recordWhenOutOfBoundsThenTheNearestThatIsNot() {
    histogram.record(-1, 0);
    histogram.record(Long.MAX_VALUE, 0);

    LatencySummary summary = histogram.summary(0);

    assertEquals(0, summary.p50());
    assertEquals((1L << 40) - 1, summary.max());
  }

  @Test
  void recordWhenManyThreadsThenNoneIsLost() {
    IntStream.range(0, 100_000).parallel().forEach(nanos -> histogram.record(nanos, 0));

    assertEquals(100_000, histogram.summary(0).count());
    assertEquals(99_999, histogram.summary(0).max());
  }

  @Test
  void summaryWhenMinutesHavePassedThenOnlyTheLastFiveAreInThePercentiles() {
    for (int minute = 0; minute < 20; minute++) {
      histogram.record(1_000L << minute, minute * MINUTE + 7);
    }

    LatencySummary summary = histogram.summary(19 * MINUTE + 8);

    assertEquals(20, summary.count());
    assertEquals(1_000L * ((1 << 20) - 1), summary.sum());
    assertEquals(1_000L << 19, summary.max());
    assertNear(1_000L << 17, summary.p50());
  }

  @Test
  void summaryWhenNothingHappenedLatelyThenThePercentilesAreZeroAndTheCountStays() {
    histogram.record(1_000, 0);

    assertEquals(1_000, histogram.summary(4 * MINUTE).max());
    assertEquals(new LatencySummary(1, 1_000, 0, 0, 0, 0), histogram.summary(5 * MINUTE));
  }

  @Test
  void recordWhenTheClockIsBelowZeroThenNothingIsLost() {
    histogram.record(1_000, -1);
    histogram.record(3_000, 1);

    assertNear(1_000, histogram.summary(2).p50());
    assertEquals(3_000, histogram.summary(2).max());
  }

  private static void assertNear(long exact, long shown) {
    assertTrue(
        shown >= exact && shown <= exact + exact * WIDTH, () -> exact + " is shown as " + shown);
  }
}
