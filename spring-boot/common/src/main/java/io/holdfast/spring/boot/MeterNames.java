package io.holdfast.spring.boot;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the meters are called: {@code holdfast.backups.stored} for {@code BACKUPS_STORED}. In
 * Prometheus they have the names that the rules for the JMX exporter give.
 */
final class MeterNames {

  static final String SECONDS = "seconds";

  private MeterNames() {}

  static String of(Metric metric) {
    return switch (metric) {
      case BYTES_WRITTEN -> "holdfast.written";
      case BYTES_READ -> "holdfast.read";
      case LEASE_WAIT_MILLIS -> "holdfast.lease.waiting";
      case NODE_REFUSALS -> "holdfast.memcached.refusals";
      case NODE_EVICTIONS -> "holdfast.memcached.evictions";
      case NODE_MEMORY_PERCENT -> "holdfast.memcached.memory.ratio";
      default -> named(metric);
    };
  }

  /** The beginning of the names of a time's meters. */
  static String of(Timing timing) {
    return timing == Timing.NODE_OPERATION ? "holdfast.memcached.operation" : named(timing);
  }

  /** The unit that a meter's name has in Prometheus; null for none. */
  static @Nullable String unit(Metric metric) {
    return switch (metric) {
      case BYTES_WRITTEN, BYTES_READ -> BaseUnits.BYTES;
      case LEASE_WAIT_MILLIS -> SECONDS;
      default -> null;
    };
  }

  /** What makes base units of a number. */
  static double factor(Metric metric) {
    return switch (metric) {
      case LEASE_WAIT_MILLIS -> 1e-3;
      case NODE_MEMORY_PERCENT -> 1e-2;
      default -> 1;
    };
  }

  private static String named(Enum<?> number) {
    return HoldfastProperty.PREFIX + '.' + number.name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Returns whether it is known of each node, and shown of each. */
  static boolean isOfNodes(Metric metric) {
    return switch (metric) {
      case NODE_REFUSALS, NODE_EVICTIONS, NODE_MEMORY_PERCENT -> true;
      default -> false;
    };
  }

  /** Returns whether it is known of each node, and shown of each. */
  static boolean isOfNodes(Timing timing) {
    return timing == Timing.NODE_OPERATION;
  }
}
