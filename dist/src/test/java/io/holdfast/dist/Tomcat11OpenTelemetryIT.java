package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The rules for OpenTelemetry, in its real agent, which shows to Prometheus what it has. */
@EnabledIfSystemProperty(
    named = "holdfast.openTelemetry",
    matches = ".+",
    disabledReason = "no agent of OpenTelemetry was named; dist/check-opentelemetry does")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Tomcat11OpenTelemetryIT {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private MonitoredTomcat monitored;

  @BeforeAll
  void start() {
    monitored =
        MonitoredTomcat.start(
            port ->
                new String[] {
                  "-javaagent:" + Cluster.property("holdfast.openTelemetry"),
                  "-Dotel.jmx.config=" + MonitoredTomcat.file("opentelemetry-jmx.yaml"),
                  "-Dotel.jmx.discovery.delay=500",
                  "-Dotel.instrumentation.common.default-enabled=false",
                  "-Dotel.instrumentation.jmx-metrics.enabled=true",
                  "-Dotel.metrics.exporter=prometheus",
                  "-Dotel.exporter.prometheus.host=127.0.0.1",
                  "-Dotel.exporter.prometheus.port=" + port,
                  "-Dotel.traces.exporter=none",
                  "-Dotel.logs.exporter=none"
                });
    new Visitor("shop").ask(monitored.tomcat, "set?name=fruit&value=apple");
  }

  @AfterAll
  void stop() {
    monitored.close();
  }

  @Test
  void numbersWhenScrapedThenHaveTheNamesThatTheJmxExporterGives() {
    List<ManagerMetric> metrics = ManagerMetric.all();

    Set<String> missing =
        Await.value(
            "all metrics",
            DEADLINE,
            () -> MonitoredTomcat.missing(monitored.scrape(), metrics),
            Set::isEmpty);

    assertEquals(Set.of(), missing);
  }

  @Test
  void numbersWhenScrapedThenAreInBaseUnits() {
    try (ManagerBean bean = ManagerBean.of(monitored.tomcat, "shop")) {
      for (ManagerMetric metric : ManagerMetric.all()) {
        if (Set.of("saveMicrosSum", "saveMicrosP99", "bytesWritten").contains(metric.attribute())) {
          double expected = bean.count(metric.attribute()) * metric.factor();
          Await.until(metric.attribute(), DEADLINE, () -> isExported(metric, expected));
        }
      }
    }
  }

  private boolean isExported(ManagerMetric metric, double expected) {
    OptionalDouble found =
        monitored.scrape().value(metric.name(), metric.labels(MonitoredTomcat.SHOP));
    return found.isPresent() && Math.abs(found.getAsDouble() - expected) < 1e-9;
  }

  @Test
  void nodesWhenScrapedThenEachHasOneState() {
    Map<String, String> labels = new HashMap<>(MonitoredTomcat.SHOP);
    labels.put("node", "n1");

    for (String state : List.of("AVAILABLE", "STANDBY", "LEAVING", "LOST")) {
      labels.put("state", state);
      OptionalDouble expected = OptionalDouble.of(state.equals("AVAILABLE") ? 1 : 0);
      Await.until(
          state,
          DEADLINE,
          () -> monitored.scrape().value("holdfast_memcached_state", labels).equals(expected));
    }
  }

  @Test
  void startedWhenScrapedThenIsOne() {
    Map<String, String> labels = new HashMap<>(MonitoredTomcat.SHOP);
    labels.put("state", "STARTED");

    Await.until(
        "started",
        DEADLINE,
        () -> monitored.scrape().value("holdfast_started", labels).equals(OptionalDouble.of(1)));
  }
}
