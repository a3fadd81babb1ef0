package io.holdfast.spring.boot;

import io.holdfast.core.metrics.LatencySummary;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers meters with the same tags. While no sessions are backed up, a counter is at zero and a
 * gauge has no value.
 *
 * @param registry of Micrometer
 * @param sessions what is read; the registry does not keep it alive
 * @param tags of all meters
 */
record TaggedMeters(MeterRegistry registry, Measured sessions, Tags tags) {

  private static final double NANOS_OF_A_SECOND = 1e9;
  private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

  /** Registers a number that only grows. */
  Meter counter(String name, String description, ToDoubleFunction<RuntimeView> value) {
    return counter(name, null, description, value);
  }

  /**
   * Registers a number that only grows.
   *
   * @param unit that its name ends with in Prometheus; null for none
   */
  Meter counter(
      String name, @Nullable String unit, String description, ToDoubleFunction<RuntimeView> value) {
    return FunctionCounter.builder(name, sessions, reading(value, 0))
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry);
  }

  /** Registers a number that goes up and down. */
  Meter gauge(String name, String description, ToDoubleFunction<RuntimeView> value) {
    return Gauge.builder(name, sessions, reading(value, Double.NaN))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private static ToDoubleFunction<Measured> reading(
      ToDoubleFunction<RuntimeView> value, double otherwise) {
    return sessions -> {
      RuntimeView observed = sessions.observed();
      return observed == null ? otherwise : value.applyAsDouble(observed);
    };
  }

  /**
   * Registers how often something happened ({@code .count}) and how long it took together ({@code
   * .time}) since the start, and of the last five minutes the longest ({@code .max}) and the
   * quantiles, which have the name without an end and the tag {@code quantile}.
   */
  List<Meter> time(
      String name, String description, Function<SessionMetrics, LatencySummary> summary) {
    String lately = description + ", in the last five minutes";
    return List.of(
        counter(
            name + ".count",
            description + ": how often",
            observed -> summary.apply(observed.metrics()).count()),
        counter(
            name + ".time",
            MeterNames.SECONDS,
            description + ": together",
            observed -> summary.apply(observed.metrics()).sum() / NANOS_OF_A_SECOND),
        nanos(name + ".max", lately, Tags.empty(), now -> read(now, summary).max()),
        nanos(name, lately, quantile("0.50"), now -> read(now, summary).p50()),
        nanos(name, lately, quantile("0.95"), now -> read(now, summary).p95()),
        nanos(name, lately, quantile("0.99"), now -> read(now, summary).p99()));
  }

  private static Tags quantile(String quantile) {
    return Tags.of("quantile", quantile);
  }

  private Meter nanos(String name, String description, Tags more, ToLongFunction<Measured> nanos) {
    return TimeGauge.builder(name, sessions, TimeUnit.NANOSECONDS, now -> nanos.applyAsLong(now))
        .description(description)
        .tags(tags.and(more))
        .register(registry);
  }

  private static LatencySummary read(
      Measured sessions, Function<SessionMetrics, LatencySummary> summary) {
    RuntimeView observed = sessions.observed();
    return observed == null ? NONE : summary.apply(observed.metrics());
  }
}
