package io.holdfast.spring.boot;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import java.util.Locale;

/** What the meters are called: {@code holdfast.backups.stored} for {@code BACKUPS_STORED}. */
final class MeterNames {

  private MeterNames() {}

  static String of(Enum<?> number) {
    return HoldfastProperty.PREFIX + '.' + number.name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Whether it is known of each node, and shown of each. */
  static boolean isOfNodes(Metric metric) {
    return switch (metric) {
      case NODE_REFUSALS, NODE_EVICTIONS, NODE_MEMORY_PERCENT -> true;
      default -> false;
    };
  }

  /** Whether it is known of each node, and shown of each. */
  static boolean isOfNodes(Timing timing) {
    return timing == Timing.NODE_OPERATION;
  }
}
