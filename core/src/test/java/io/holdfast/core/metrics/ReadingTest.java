package io.holdfast.core.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ReadingTest {

  private final AtomicLong now = new AtomicLong(5);
  private final SessionMetrics metrics = new SessionMetrics(true, now::get);

  static List<Reading> readings() {
    return Reading.all();
  }

  @ParameterizedTest
  @MethodSource("readings")
  void allThenEachHasANameOfItsOwnAndADescription(Reading reading) {
    assertEquals(
        1, Reading.all().stream().filter(other -> other.name().equals(reading.name())).count());
    assertFalse(reading.description().isBlank());
    assertEquals(0, reading.value().applyAsLong(metrics));
  }

  @ParameterizedTest
  @EnumSource
  void valueWhenAMetricIsCountedThenOneReadingShowsIt(Metric metric) {
    metrics.add(metric, 3);

    List<Reading> moved =
        Reading.all().stream()
            .filter(reading -> reading.value().applyAsLong(metrics) == 3)
            .toList();

    assertEquals(1, moved.size(), moved::toString);
    assertEquals(metric.description(), moved.get(0).description());
  }

  @ParameterizedTest
  @EnumSource
  void valueWhenATimeIsTakenThenItsReadingsShowItInMicroseconds(Timing timing) {
    long started = metrics.started();
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(7));
    metrics.ended(timing, started);

    String shown =
        Reading.all().stream()
            .filter(reading -> reading.value().applyAsLong(metrics) != 0)
            .map(
                reading ->
                    reading.unit()
                        + " "
                        + reading.name().replaceFirst(".*(Count|Micros)", "$1")
                        + " "
                        + reading.value().applyAsLong(metrics))
            .collect(Collectors.joining(", "));

    assertEquals(
        "count Count 1, µs MicrosSum 7000, µs MicrosP50 7000, µs MicrosP95 7000, µs MicrosP99 7000, µs MicrosMax 7000",
        shown);
  }

  @Test
  void allThenNamesAndUnitsAreThoseOfAnMBean() {
    List<String> some =
        Reading.all().stream()
            .filter(
                reading ->
                    List.of(
                            "bytesRead",
                            "leaseWaitMillis",
                            "nodeMemoryPercent",
                            "saveMicrosP99",
                            "takeovers")
                        .contains(reading.name()))
            .map(reading -> reading.name() + " " + reading.unit())
            .toList();

    assertEquals(
        List.of(
            "takeovers count",
            "bytesRead bytes",
            "nodeMemoryPercent %",
            "leaseWaitMillis ms",
            "saveMicrosP99 µs"),
        some);
  }
}
