package io.holdfast.core.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionMetricsTest {

  private final SessionMetrics metrics = new SessionMetrics(true);

  @Test
  void snapshotWhenNothingCountedThenEveryMetricIsZero() {
    Map<Metric, Long> snapshot = metrics.snapshot();

    assertEquals(Arrays.asList(Metric.values()), List.copyOf(snapshot.keySet()));
    assertEquals(Metric.values().length, snapshot.values().stream().filter(n -> n == 0).count());
  }

  @ParameterizedTest
  @EnumSource
  void addWhenOneMetricThenOnlyThatOne(Metric metric) {
    metrics.increment(metric);
    metrics.add(metric, 41);

    assertEquals(42, metrics.get(metric));
    assertEquals(42, metrics.snapshot().values().stream().mapToLong(n -> n).sum());
  }

  @Test
  void incrementWhenNotEnabledThenNothingIsCounted() {
    SessionMetrics idle = new SessionMetrics(false);

    idle.increment(Metric.TAKEOVERS);

    assertEquals(0, idle.get(Metric.TAKEOVERS));
  }

  @Test
  void tookWhenNotEnabledThenNeitherTheClockNorTheHistogramIsUsed() {
    SessionMetrics idle =
        new SessionMetrics(
            false,
            () -> {
              throw new AssertionError("asked for the time");
            });

    idle.ended(Timing.SAVE, idle.started());
    idle.took(Timing.SAVE, 1);
    idle.countedElsewhere(Metric.BACKUPS_COALESCED, () -> 1);

    assertEquals(new LatencySummary(0, 0, 0, 0, 0, 0), idle.summary(Timing.SAVE));
    assertEquals(0, idle.get(Metric.BACKUPS_COALESCED));
  }

  @Test
  void getWhenNotEnabledThenAGaugeIsShownAllTheSame() {
    SessionMetrics idle = new SessionMetrics(false);
    idle.countedElsewhere(Metric.NODES_LOST, () -> 2);

    assertEquals(2, idle.get(Metric.NODES_LOST));
  }

  @Test
  void getWhenCountedElsewhereThenAsItIsThere() {
    AtomicLong count = new AtomicLong();
    metrics.countedElsewhere(Metric.BACKUPS_COALESCED, count::get);

    count.set(3);

    assertEquals(3, metrics.get(Metric.BACKUPS_COALESCED));
    assertEquals(3, metrics.snapshot().get(Metric.BACKUPS_COALESCED));
  }

  @ParameterizedTest
  @EnumSource
  void tookWhenOneTimingThenOnlyThatOne(Timing timing) {
    metrics.took(timing, 9);

    for (Timing each : Timing.values()) {
      assertEquals(each == timing ? 1 : 0, metrics.summary(each).count());
    }
  }

  @Test
  void incrementWhenManyThreadsThenNoneIsLost() {
    IntStream.range(0, 100_000).parallel().forEach(i -> metrics.increment(Metric.TAKEOVERS));

    assertEquals(100_000, metrics.get(Metric.TAKEOVERS));
  }

  @Test
  void snapshotWhenCountedLaterThenUnchanged() {
    Map<Metric, Long> before = metrics.snapshot();

    metrics.increment(Metric.DELETES);

    assertEquals(0, before.get(Metric.DELETES));
    assertThrows(UnsupportedOperationException.class, before::clear);
  }

  @ParameterizedTest
  @EnumSource
  void descriptionThenOneLineOfItsOwn(Metric metric) {
    long same =
        Arrays.stream(Metric.values())
            .filter(other -> other.description().equals(metric.description()))
            .count();

    assertEquals(1, same);
    assertFalse(metric.description().isBlank());
    assertEquals(1, metric.description().lines().count());
  }
}
