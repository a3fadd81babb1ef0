package io.holdfast.spring.boot;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.sessions.runtime.RuntimeView;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * The counters, gauges and times of {@link SessionMetrics} as meters with the tag {@code context}.
 * What is known of each node has the tag {@code node} as well, and no sum without it: a registry
 * such as that of Prometheus wants the same tags at all meters of a name.
 */
final class HoldfastMeters implements MeterBinder {

  private final TomcatSessions sessions;

  HoldfastMeters(TomcatSessions sessions) {
    this.sessions = sessions;
  }

  /** Binds nothing in a program that has started no Tomcat. */
  @Override
  public void bindTo(MeterRegistry registry) {
    String context = sessions.contextName();
    if (context != null) {
      Tags tags = Tags.of("context", context);
      bindTo(new TaggedMeters(registry, sessions, tags));
      NodeMeters nodes = new NodeMeters(sessions, registry, tags);
      nodes.refresh();
      sessions.onEachRound(nodes::refresh);
    }
  }

  private static void bindTo(TaggedMeters meters) {
    for (Metric metric : Metric.values()) {
      if (!MeterNames.isOfNodes(metric)) {
        bind(metric, meters);
      }
    }
    for (Timing timing : Timing.values()) {
      if (!MeterNames.isOfNodes(timing)) {
        meters.time(MeterNames.of(timing), timing.description(), all -> all.summary(timing));
      }
    }
    meters.gauge(
        "holdfast.resync.waiting",
        "Sessions that wait to be stored again because nodes came or went",
        observed -> observed.resyncProgress().waiting());
    meters.counter(
        "holdfast.resync.done",
        "Sessions that had their turn to be stored again",
        observed -> observed.resyncProgress().done());
  }

  private static void bind(Metric metric, TaggedMeters meters) {
    ToDoubleFunction<RuntimeView> value = observed -> observed.metrics().get(metric);
    if (metric.isGauge()) {
      meters.gauge(MeterNames.of(metric), metric.description(), value);
    } else {
      meters.counter(MeterNames.of(metric), metric.description(), value);
    }
  }
}
