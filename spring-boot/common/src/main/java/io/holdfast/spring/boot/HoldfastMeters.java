package io.holdfast.spring.boot;

import io.holdfast.core.metrics.BuildVersion;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Consumer;
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
      bind(sessions, registry, Tags.of("context", context), sessions::onEachRound);
    }
  }

  /**
   * Registers all meters.
   *
   * @param tags of all of them
   * @param rounds is given what keeps those of the nodes up to date
   */
  static void bind(
      Measured sessions, MeterRegistry registry, Tags tags, Consumer<Runnable> rounds) {
    bindTo(new TaggedMeters(registry, sessions, tags));
    Gauge.builder("holdfast.started", sessions, now -> now.observed() == null ? 0 : 1)
        .description("Whether the sessions are backed up: 1 or 0")
        .tags(tags)
        .register(registry);
    Gauge.builder("holdfast.build", () -> 1)
        .description("1, with the version of Holdfast as a tag")
        .tags(tags.and("version", BuildVersion.current()))
        .register(registry);
    NodeMeters nodes = new NodeMeters(sessions, registry, tags);
    nodes.refresh();
    rounds.accept(nodes::refresh);
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
    double factor = MeterNames.factor(metric);
    ToDoubleFunction<RuntimeView> value = observed -> observed.metrics().get(metric) * factor;
    if (metric.isGauge()) {
      meters.gauge(MeterNames.of(metric), metric.description(), value);
    } else {
      meters.counter(MeterNames.of(metric), MeterNames.unit(metric), metric.description(), value);
    }
  }
}
