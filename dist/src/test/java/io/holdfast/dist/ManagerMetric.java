package io.holdfast.dist;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * A number of the manager's MBean, and what it is called as a metric by the conventions of
 * Prometheus.
 *
 * @param attribute of the MBean
 * @param name of the metric
 * @param labels that it has beside those of the application
 * @param factor what makes base units of the MBean's
 */
record ManagerMetric(String attribute, String name, Map<String, String> labels, double factor) {

  private static final Path DESCRIPTORS =
      Path.of("../tomcat-integration/src/main/resources/io/holdfast/tomcat/mbeans-descriptors.xml");

  private static final Set<String> NUMBERS =
      Set.of("int", "long", "java.lang.Integer", "java.lang.Long");

  /** Tomcat's settings and averages, which say nothing of Holdfast. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "maxActive",
          "maxActiveSessions",
          "processExpiresFrequency",
          "sessionAverageAliveTime",
          "sessionCreateRate",
          "sessionExpireRate",
          "sessionMaxAliveTime");

  /** What has another name than its attribute; {@code *1000} for what is divided by that. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "activeSessions", "tomcat_sessions_active",
          "sessionCounter", "tomcat_sessions_begun_total",
          "expiredSessions", "tomcat_sessions_expired_total",
          "rejectedSessions", "tomcat_sessions_rejected_total",
          "duplicates", "tomcat_sessions_duplicate_ids_total",
          "processingTime", "tomcat_sessions_processing_seconds_total*1000",
          "bytesWritten", "holdfast_written_bytes_total",
          "bytesRead", "holdfast_read_bytes_total",
          "leaseWaitMillis", "holdfast_lease_waiting_seconds_total*1000",
          "nodeMemoryPercent", "holdfast_node_memory_ratio*100");

  private static final Pattern TIME =
      Pattern.compile(
          "(%s)_(count|micros_sum|micros_max|micros_p(\\d\\d))"
              .formatted(
                  Arrays.stream(Timing.values())
                      .map(timing -> timing.name().toLowerCase(Locale.ROOT))
                      .collect(Collectors.joining("|"))));

  private static final double MICROS = 1e-6;

  /** All numbers that the descriptor of the manager names, but for a few of Tomcat's. */
  static List<ManagerMetric> all() {
    return Stream.concat(
            elements("attribute").filter(a -> NUMBERS.contains(a.getAttribute("type"))),
            elements("attribute").filter(a -> a.getAttribute("name").equals("started")))
        .map(attribute -> attribute.getAttribute("name"))
        .filter(name -> !LEFT_OUT.contains(name))
        .map(ManagerMetric::of)
        .toList();
  }

  private static Stream<Element> elements(String tag) {
    try {
      var beans =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(DESCRIPTORS.toFile())
              .getElementsByTagName("mbean");
      var found = ((Element) beans.item(0)).getElementsByTagName(tag);
      return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new IllegalStateException("Cannot read " + DESCRIPTORS, e);
    }
  }

  private static ManagerMetric of(String attribute) {
    String renamed = RENAMED.get(attribute);
    if (renamed != null) {
      String[] parts = renamed.split("\\*", 2);
      double divisor = parts.length == 1 ? 1 : Double.parseDouble(parts[1]);
      return new ManagerMetric(attribute, parts[0], Map.of(), 1 / divisor);
    }
    String words = attribute.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    Matcher time = TIME.matcher(words);
    if (time.matches()) {
      return time(attribute, time);
    }
    String end = risesOnly(attribute, words) ? "_total" : "";
    return new ManagerMetric(attribute, "holdfast_" + words + end, Map.of(), 1);
  }

  private static ManagerMetric time(String attribute, Matcher time) {
    String name = "holdfast_" + time.group(1);
    return switch (Objects.requireNonNull(time.group(2))) {
      case "count" -> new ManagerMetric(attribute, name + "_count_total", Map.of(), 1);
      case "micros_sum" ->
          new ManagerMetric(attribute, name + "_time_seconds_total", Map.of(), MICROS);
      case "micros_max" -> new ManagerMetric(attribute, name + "_max_seconds", Map.of(), MICROS);
      default ->
          new ManagerMetric(
              attribute, name + "_seconds", Map.of("quantile", "0." + time.group(3)), MICROS);
    };
  }

  private static boolean risesOnly(String attribute, String words) {
    boolean isGauge =
        Arrays.stream(Metric.values())
            .filter(metric -> metric.name().toLowerCase(Locale.ROOT).equals(words))
            .anyMatch(Metric::isGauge);
    return !isGauge && !Set.of("resyncWaiting", "started").contains(attribute);
  }

  /** The labels of the metric of an application or a valve. */
  Map<String, String> labels(Map<String, String> component) {
    Map<String, String> all = new HashMap<>(component);
    all.putAll(labels);
    return all;
  }

  /** Whether Tomcat counts it by itself. */
  boolean isOfTomcat() {
    return name.startsWith("tomcat_");
  }
}
