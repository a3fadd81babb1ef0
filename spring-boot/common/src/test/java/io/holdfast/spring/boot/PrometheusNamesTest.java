package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.tomcat.TomcatMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meters have in Prometheus the names that alerts and dashboard of the zip use. */
final class PrometheusNamesTest {

  private static final Path MONITORING = Path.of("../../dist/src/monitoring");
  private static final Pattern METRIC = Pattern.compile("\\b(?:holdfast|tomcat)_[a-z_]+\\b");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(?:holdfast|tomcat)_[a-z_]+");

  /** What the dashboard takes from Tomcat's MBeans, and otherwise from Micrometer's meters. */
  private static final Set<String> OF_THE_MBEAN =
      Set.of("tomcat_sessions_active", "tomcat_sessions_expired_total");

  /** Each selector of a state, quantile or the like that has a value of ours. */
  private static final Pattern LABEL = Pattern.compile("\\b(?:state|quantile)=\\\\?\"[A-Z0-9.]+");

  @ParameterizedTest
  @ValueSource(strings = {"alerts.yml", "grafana-dashboard.json"})
  void metersWhenScrapedThenAreThoseThatTheFileNames(String file) throws IOException {
    FakeView view = FakeView.of("n1", "n2");
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    HoldfastMeters.bind(() -> view, registry, Tags.of("context", "/"), refresh -> {});
    StandardManager manager = new StandardManager();
    manager.setContext(new StandardContext());
    new TomcatMetrics(manager, Tags.empty()).bindTo(registry);
    String scrape = registry.scrape();
    String text = Files.readString(MONITORING.resolve(file));

    Set<String> names = found(METRIC, text);
    names.removeAll(found(SAMPLE, scrape));
    names.removeAll(OF_THE_MBEAN);
    assertEquals(Set.of(), names, scrape);
    Set<String> labels =
        found(LABEL, text).stream()
            .map(label -> label.replace("\\", ""))
            .filter(label -> !scrape.contains(label))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), labels, scrape);
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
