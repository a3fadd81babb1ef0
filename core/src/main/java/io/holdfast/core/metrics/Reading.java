package io.holdfast.core.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One number for a console: each {@link Metric}, and the count and durations of each {@link
 * Timing}.
 *
 * @param name begins with a small letter, as an attribute of an MBean
 * @param unit {@code count}, {@code bytes}, {@code %}, {@code ms} or {@code µs}
 * @param description one line for an operator, with the unit unless that is {@code count}
 */
public record Reading(
    String name, String unit, String description, ToLongFunction<SessionMetrics> value) {

  private static final String COUNT = "count";
  private static final String MICROS = "µs";
  private static final String LATELY = " of the last five minutes";

  /** All readings: metrics in their order, then timings in theirs. */
  public static List<Reading> all() {
    List<Reading> all = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      all.add(
          new Reading(
              camelCase(metric),
              unitOf(metric),
              metric.description(),
              counts -> counts.get(metric)));
    }
    for (Timing timing : Timing.values()) {
      all.addAll(of(timing));
    }
    return List.copyOf(all);
  }

  /** The reading of this name; null if there is none. */
  public static @Nullable Reading find(@Nullable String name) {
    return name == null ? null : ByName.ALL.get(name);
  }

  /** Made when the first one is asked for, which no start does. */
  private static final class ByName {
    static final Map<String, Reading> ALL =
        all().stream().collect(Collectors.toMap(Reading::name, Function.identity()));
  }

  private static List<Reading> of(Timing timing) {
    String name = camelCase(timing);
    String what = timing.description();
    return List.of(
        new Reading(
            name + "Count", COUNT, what + ": how often", all -> all.summary(timing).count()),
        micros(name + "MicrosSum", what + ": together", all -> all.summary(timing).sum()),
        micros(name + "MicrosP50", what + ": median" + LATELY, all -> all.summary(timing).p50()),
        micros(
            name + "MicrosP95",
            what + ": 95th percentile" + LATELY,
            all -> all.summary(timing).p95()),
        micros(
            name + "MicrosP99",
            what + ": 99th percentile" + LATELY,
            all -> all.summary(timing).p99()),
        micros(
            name + "MicrosMax", what + ": the longest" + LATELY, all -> all.summary(timing).max()));
  }

  private static Reading micros(
      String name, String description, ToLongFunction<SessionMetrics> nanos) {
    return new Reading(
        name,
        MICROS,
        description + ", in microseconds",
        all -> TimeUnit.NANOSECONDS.toMicros(nanos.applyAsLong(all)));
  }

  private static String unitOf(Metric metric) {
    String name = metric.name();
    if (name.startsWith("BYTES_")) {
      return "bytes";
    }
    if (name.endsWith("_PERCENT")) {
      return "%";
    }
    return name.endsWith("_MILLIS") ? "ms" : COUNT;
  }

  private static String camelCase(Enum<?> constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }
}
