package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Spans of reads and writes in the traces of OpenTelemetry's real agent, with the jars that
 * docs/monitoring.md names. The agent prints each span as JSON.
 */
@EnabledIfSystemProperty(
    named = "holdfast.openTelemetry",
    matches = ".+",
    disabledReason = "no agent of OpenTelemetry was named; dist/check-opentelemetry does")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Tomcat11TracingIT {

  private static final String CLIENT = "3";
  private static final String SERVER = "2";

  private static final Pattern SPAN =
      Pattern.compile(
          "\"traceId\":\"(\\w+)\",\"spanId\":\"(\\w+)\",(?:\"parentSpanId\":\"(\\w*)\",)?"
              + "(?:\"flags\":\\d+,)?\"name\":\"([^\"]+)\",\"kind\":(\\d)");

  private Cluster cluster;

  /** As the agent prints it; the parent is empty for the first span of a trace. */
  private record PrintedSpan(String trace, String id, String parent, String name, String kind) {}

  @BeforeAll
  void start() throws IOException {
    Path agent = Path.of(Cluster.property("holdfast.openTelemetry"));
    List<Path> api;
    try (Stream<Path> files = Files.list(agent.resolveSibling("opentelemetry"))) {
      api = files.sorted().toList();
    }
    cluster =
        Cluster.start(
            11,
            "java",
            Mode.each(ContextXml.synchronous("app").manager("tracing", "true")),
            settings ->
                settings
                    .libraries(api)
                    .jvmOptions(
                        "-javaagent:" + agent,
                        "-Dotel.service.name=shop",
                        "-Dotel.traces.exporter=experimental-otlp/stdout",
                        "-Dotel.bsp.schedule.delay=100",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none"));
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  /** The save of a sticky session, too, which runs on another thread. */
  @InEachMode
  void spansWhenARequestLoadsAndSavesThenAreChildrenOfTheAgentsSpan(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(cluster.t1, "set?name=fruit&value=apple");
    int logged = cluster.t2.logs().length();

    visitor.ask(cluster.t2, "set?name=drink&value=tea");

    List<PrintedSpan> spans =
        Await.value(
            "spans of a request, a load and a save",
            () -> spansBehind(logged),
            seen ->
                has(seen, "holdfast.load")
                    && has(seen, "holdfast.save")
                    && seen.stream().anyMatch(Tomcat11TracingIT::isOfServer));
    PrintedSpan server =
        spans.stream().filter(Tomcat11TracingIT::isOfServer).findFirst().orElseThrow();
    assertEquals("", server.parent());
    assertTrue(server.name().startsWith("GET "), server::toString);
    for (PrintedSpan span : spans) {
      if (span.name().startsWith("holdfast.")) {
        assertEquals(server.trace(), span.trace());
        assertEquals(server.id(), span.parent());
        assertEquals(CLIENT, span.kind());
      }
    }
    String id = Objects.requireNonNull(visitor.id());
    assertFalse(printed(logged).contains(Cluster.key(id)), id);
  }

  private static boolean isOfServer(PrintedSpan span) {
    return span.kind().equals(SERVER);
  }

  private static boolean has(List<PrintedSpan> spans, String name) {
    return spans.stream().anyMatch(span -> span.name().equals(name));
  }

  private List<PrintedSpan> spansBehind(int logged) {
    return SPAN.matcher(printed(logged))
        .results()
        .map(
            span ->
                new PrintedSpan(
                    span.group(1),
                    span.group(2),
                    Objects.requireNonNullElse(span.group(3), ""),
                    span.group(4),
                    span.group(5)))
        .toList();
  }

  /** What the second Tomcat has printed of spans since. */
  private String printed(int logged) {
    return cluster
        .t2
        .logs()
        .substring(logged)
        .lines()
        .filter(line -> line.contains("\"scopeSpans\""))
        .reduce("", (all, line) -> all + line + "\n");
  }
}
