package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for the JMX exporter, in the real agent, and what is built on them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Tomcat11JmxExporterIT {

  private static final Path DOCUMENTS = Path.of("../docs");
  private static final Pattern METRIC = Pattern.compile("\\b(?:holdfast|tomcat)_[a-z_]+\\b");

  /** Tomcat's own numbers under Spring Boot, which the dashboard takes in place of these. */
  private static final Pattern OF_MICROMETER =
      Pattern.compile("tomcat_sessions_\\w+_sessions(_total)?");

  private MonitoredTomcat monitored;

  @BeforeAll
  void start() {
    monitored =
        MonitoredTomcat.start(
            port ->
                new String[] {
                  "-javaagent:%s=127.0.0.1:%d:%s"
                      .formatted(
                          Cluster.property("holdfast.jmxExporter"),
                          port,
                          MonitoredTomcat.file("jmx-exporter.yml"))
                });
    Visitor visitor = new Visitor("shop");
    visitor.ask(monitored.tomcat, "set?name=fruit&value=apple");
    visitor.ask(monitored.tomcat, "get?name=fruit");
    new Visitor("forum").ask(monitored.tomcat, "set?name=fruit&value=pear");
    Await.until("the node says how much memory it has", this::isMemoryKnown);
  }

  private boolean isMemoryKnown() {
    return monitored
        .scrape()
        .value("holdfast_memcached_memory_ratio", MonitoredTomcat.FORUM)
        .isPresent();
  }

  @AfterAll
  void stop() {
    monitored.close();
  }

  @Test
  void numbersWhenScrapedThenEachOfTheDescriptorHasItsMetric() {
    Set<String> missing = MonitoredTomcat.missing(monitored.scrape(), ManagerMetric.all());

    assertEquals(Set.of(), missing);
  }

  @Test
  void numbersWhenScrapedThenAreThoseOfTheMBeanInBaseUnits() {
    List<ManagerMetric> different = new ArrayList<>(ManagerMetric.all());
    try (ManagerBean bean = ManagerBean.of(monitored.tomcat, "shop")) {
      Await.value(
          "metrics that are not yet as their attributes",
          () -> {
            Scrape scrape = monitored.scrape(); // costs as much for one metric as for all
            different.removeIf(metric -> isTheSame(scrape, bean, metric));
            return different;
          },
          List::isEmpty);
    }
  }

  /** Some of the numbers move by themselves. */
  private static boolean isTheSame(Scrape scrape, ManagerBean bean, ManagerMetric metric) {
    OptionalDouble scraped = scrape.value(metric.name(), metric.labels(MonitoredTomcat.SHOP));
    Object value = bean.get(metric.attribute());
    double number = value instanceof Boolean is ? (is ? 1 : 0) : ((Number) value).doubleValue();
    return scraped.isPresent() && Math.abs(scraped.getAsDouble() - number * metric.factor()) < 1e-9;
  }

  @Test
  void versionWhenScrapedThenIsThatOfTheJar() {
    String jar =
        Cluster.jars("java").stream()
            .map(path -> String.valueOf(path.getFileName()))
            .filter(name -> name.startsWith("holdfast-core-"))
            .findFirst()
            .orElseThrow();
    String version = jar.substring("holdfast-core-".length(), jar.length() - ".jar".length());

    assertEquals(
        OptionalDouble.of(1),
        monitored.scrape().value("holdfast_build", with(MonitoredTomcat.SHOP, "version", version)));
    assertTrue(monitored.tomcat.logs().contains(" by Holdfast " + version + ": "));
  }

  @Test
  void familiesWhenScrapedThenAreCountersIfTheirNameEndsInTotalAndOnlyThen() {
    Map<String, String> types = monitored.scrape().types();

    types.forEach(
        (name, type) -> {
          if (name.startsWith("holdfast_") || name.startsWith("tomcat_")) {
            assertEquals(name.endsWith("_total"), type.equals("counter"), name + " is a " + type);
          }
        });
    assertEquals("gauge", types.get("holdfast_sessions_not_stored"));
  }

  @Test
  void nodesWhenScrapedThenEachHasItsNumbersAndItsState() {
    Scrape scrape = monitored.scrape();

    for (String name :
        List.of(
            "operation_seconds",
            "operation_time_seconds_total",
            "operation_count_total",
            "operation_max_seconds",
            "failures_total",
            "refusals_total",
            "evictions_total",
            "memory_ratio")) {
      for (Map<String, String> component : nodeLabels()) {
        assertTrue(
            scrape.value("holdfast_memcached_" + name, component).isPresent(),
            () -> name + " of " + component);
      }
    }
    for (Map<String, String> component : nodeLabels()) {
      assertEquals(
          OptionalDouble.of(1),
          scrape.value("holdfast_memcached_state", with(component, "state", "AVAILABLE")));
    }
  }

  private List<Map<String, String>> nodeLabels() {
    return List.of(
        with(MonitoredTomcat.SHOP, "node", "n1"),
        with(MonitoredTomcat.FORUM, "node", monitored.node.address()),
        with(MonitoredTomcat.SIGN_ON, "node", "n1"));
  }

  private static Map<String, String> with(Map<String, String> labels, String name, String value) {
    Map<String, String> more = new HashMap<>(labels);
    more.put(name, value);
    return more;
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts.yml", "grafana-dashboard.json"})
  void metricsWhenAFileOfTheDistributionNamesThemThenAreScraped(String file) throws IOException {
    assertScraped(Files.readString(MonitoredTomcat.file(file)));
  }

  @Test
  void metricsWhenTheDocumentNamesThemThenAreScraped() throws IOException {
    assertScraped(Files.readString(DOCUMENTS.resolve("monitoring.md")));
  }

  private void assertScraped(String text) {
    Set<String> named = found(METRIC, text);
    named.removeIf(name -> OF_MICROMETER.matcher(name).matches());
    named.removeAll(monitored.scrape().names());

    assertEquals(Set.of(), named);
  }

  @Test
  void alertsWhenReadThenEachHasAParagraphThatSaysWhatToDo() throws IOException {
    String alerts = Files.readString(MonitoredTomcat.file("alerts.yml"));
    Set<String> headings =
        Files.readAllLines(DOCUMENTS.resolve("operations.md")).stream()
            .filter(line -> line.startsWith("### Alert: "))
            .map(line -> line.substring(4).replace(":", "").replace(' ', '-'))
            .map(anchor -> anchor.toLowerCase(Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(12, found(Pattern.compile("- alert: \\w+"), alerts).size());
    assertEquals(12, found(Pattern.compile("action: \".+\""), alerts).size());
    assertEquals(headings, found(Pattern.compile("(?<=operations.md#)[a-z-]+"), alerts));
    assertEquals(headings, found(Pattern.compile("(?<=docs/operations.html#)[a-z-]+"), alerts));
    Set<String> links = found(Pattern.compile("(?<=runbook: ).*"), alerts);
    assertEquals(
        Set.of(),
        links.stream().filter(link -> !link.startsWith("https://")).collect(Collectors.toSet()));
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
