package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.document.SectionedDocument;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures what each kind of fault costs requests, and sees that no session comes back that ends
 * meanwhile; {@code dist/reliability} runs it.
 */
@EnabledIfSystemProperty(named = "holdfast.figures", matches = "true")
class Tomcat11FaultFiguresIT extends ClusterSuite {

  private static final int CLIENTS = 8;
  private static final int ENDS = 4;
  private static final Duration LENGTH = Duration.ofSeconds(6);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<SoakNode> nodes = List.of(SoakNode.start("n1", 1), SoakNode.start("n2", 2));

  @Override
  List<ContextXml> contexts() {
    return List.of(
        ContextXml.named("app")
            .manager(
                "memcachedNodes",
                nodes.get(0).configuration() + "," + nodes.get(1).configuration()));
  }

  @AfterAll
  void closeNodes() {
    nodes.forEach(SoakNode::close);
  }

  @Test
  void requestsWhenTheStoreFailsThenAllAreAnswered() {
    List<FaultFigure> figures = new ArrayList<>();
    figures.add(measure("nothing", List.of(), node -> {}, node -> {}));
    StoreFault.MEASURED.forEach(fault -> figures.add(measure(fault)));

    write(figures);
  }

  private FaultFigure measure(StoreFault fault) {
    return measure(fault.title(), nodes.subList(0, fault.nodes()), fault::begin, fault::finish);
  }

  private FaultFigure measure(
      String scenario, List<SoakNode> broken, Consumer<SoakNode> begin, Consumer<SoakNode> end) {
    List<SoakSession> sessions =
        IntStream.range(0, CLIENTS)
            .mapToObj(i -> new SoakSession(Mode.STICKY, "app", 0, List.of(t1()), i))
            .toList();
    List<SoakTab> tabs = sessions.stream().flatMap(session -> session.tabs().stream()).toList();
    awaitStored(sessions);
    cluster().awaitNodesSeen(List.of("app"));
    List<SoakEnd> ends =
        Stream.generate(() -> SoakEnd.begin(Mode.STICKY, "app", t2(), t1(), nodes))
            .limit(ENDS)
            .toList();
    long start = System.nanoTime();
    broken.forEach(begin);
    List<CompletableFuture<Boolean>> traffic = tabs.stream().map(tab -> use(tab, start)).toList();
    Duration opened = awaitLost(start, broken);
    List<String> failedEnds = ends.stream().map(SoakEnd::end).filter(Objects::nonNull).toList();
    traffic.forEach(CompletableFuture::join);
    broken.forEach(end);
    long ended = System.nanoTime();
    awaitStored(sessions);
    Duration stored = Duration.ofNanos(System.nanoTime() - ended);
    cluster().awaitNodesSeen(List.of("app"));
    assertEquals(
        List.of(), tabs.stream().flatMap(tab -> tab.takeFailed().stream()).toList(), scenario);
    assertEquals(
        List.of(), tabs.stream().flatMap(tab -> tab.takeWrong().stream()).toList(), scenario);
    assertEquals(List.of(), failedEnds, scenario);
    assertEquals(List.of(), cameBack(ends), scenario);
    return figure(scenario, tabs, opened, stored);
  }

  /**
   * Where sessions are found that have ended, also on the Tomcat that had them before: once each
   * Tomcat has told the nodes again what they have lost.
   */
  private List<String> cameBack(List<SoakEnd> ends) {
    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      try (ManagerBean app = ManagerBean.of(tomcat, "app")) {
        Await.until("none waits", PATIENCE, () -> app.get("resyncWaiting").equals(0));
      }
    }
    for (SoakEnd end : ends) {
      Await.value(
          "the nodes say that it is over",
          PATIENCE,
          () -> end.isOver(nodes) ? "" : end.describe(nodes),
          String::isEmpty);
    }
    return ends.stream().flatMap(end -> end.foundAt(List.of(t1(), t2())).stream()).toList();
  }

  private CompletableFuture<Boolean> use(SoakTab tab, long start) {
    return Background.start(
        () -> {
          while (System.nanoTime() - start < LENGTH.toNanos()) {
            tab.request(List.of(t1()));
          }
          return true;
        });
  }

  /** How long it takes until a node that is broken counts as lost; null if it never does. */
  private @Nullable Duration awaitLost(long start, List<SoakNode> broken) {
    Visitor observer = new Visitor("app");
    while (!broken.isEmpty() && System.nanoTime() - start < LENGTH.toNanos()) {
      if (!"".equals(observer.ask(t1(), "counters").get("lost"))) {
        return Duration.ofNanos(System.nanoTime() - start);
      }
    }
    return null;
  }

  private void awaitStored(List<SoakSession> sessions) {
    for (SoakSession session : sessions) {
      Await.value(
          "the store has all that was answered",
          PATIENCE,
          () -> session.isRedundant(nodes) ? "" : session.describe(nodes),
          String::isEmpty);
    }
  }

  private static FaultFigure figure(
      String scenario, List<SoakTab> tabs, @Nullable Duration opened, Duration stored) {
    List<Duration> latencies = tabs.stream().flatMap(tab -> tab.latencies().stream()).toList();
    return new FaultFigure(
        scenario,
        latencies.size(),
        latencies.stream().max(Duration::compareTo).orElse(Duration.ZERO),
        latencies.stream().filter(latency -> latency.toMillis() > 500).count(),
        opened,
        stored,
        ENDS);
  }

  private static void write(List<FaultFigure> figures) {
    String head =
        "- %s UTC, commit `%s`; repeat with `dist/reliability`\n- %s\n\n"
            .formatted(
                LocalDateTime.now(ZoneOffset.UTC)
                    .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")),
                System.getProperty("holdfast.commit", "unknown"),
                "load average of the machine: " + load());
    String section =
        Stream.concat(Stream.of(head, FaultFigure.HEAD), figures.stream().map(FaultFigure::row))
            .reduce("", String::concat);
    System.out.println("[holdfast] figures:\n" + section);
    new SectionedDocument(Path.of("../docs/reliability.md")).replace("faults", section);
  }

  private static String load() {
    return "%.1f".formatted(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }
}
