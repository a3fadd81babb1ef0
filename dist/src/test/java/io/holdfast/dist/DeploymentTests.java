package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications that come and go while their Tomcat runs. */
abstract class DeploymentTests extends ClusterTests {

  /** Twice in each way; each night more. */
  private static final int TIMES =
      "all".equals(System.getProperty("holdfast.lines")) ? 10 : 2 * Redeployment.values().length;

  private static final Duration COLLECTED = Duration.ofSeconds(60);

  /** What is deployed for these tests. */
  static List<ContextXml> contexts() {
    return Mode.each(
        ContextXml.named("busy")
            .manager("operationTimeout", "200")
            .manager("doubtTimeout", "300")); // or clients are asked to wait at each deployment
  }

  // ---- nothing stays ----

  /** Each night, and for one of them in a build. */
  static List<StoreState> storeStates() {
    return "all".equals(System.getProperty("holdfast.lines"))
        ? List.of(StoreState.values())
        : List.of(StoreState.ALIVE);
  }

  @ParameterizedTest
  @MethodSource("storeStates")
  void applicationsWhenDeployedAgainAndAgainUnderLoadThenNothingOfThemStays(StoreState store)
      throws Exception {
    ManagerApplication manager = new ManagerApplication(t1());
    cluster().awaitNodesSeen(contextsThatServe());
    List<String> threads = HoldfastThreads.stayingWhenQuiet(t1(), "app");
    List<String> beans = manager.mbeans();
    long connections = connections();
    List<InsistentVisitor> visitors = visitors(store == StoreState.ALIVE);
    ExecutorService executor = Executors.newFixedThreadPool(visitors.size());
    List<Future<Integer>> counts = visitors.stream().map(executor::submit).toList();
    visitors.forEach(visitor -> visitor.awaitAnswers(1));

    store.begin(cluster().nodes());
    try {
      for (Redeployment way : Redeployment.inTurn(TIMES)) {
        redeploy(way);
        visitors.forEach(visitor -> visitor.awaitAnswers(2));
      }
    } finally {
      visitors.forEach(InsistentVisitor::finish);
      executor.shutdown();
      store.end(cluster().nodes());
    }

    for (Future<Integer> count : counts) {
      assertNotEquals(0, count.get());
    }
    cluster().awaitNodesSeen(contextsThatServe());
    Await.value(
        "threads as before: " + threads,
        COLLECTED,
        () -> HoldfastThreads.staying(t1(), "app"),
        threads::equals);
    Await.value("connections as before", COLLECTED, this::connections, n -> n <= connections);
    Await.value(
        "MBeans as before", COLLECTED, () -> difference(beans, manager.mbeans()), List::isEmpty);
    Await.until(
        "all class loaders of before are collected",
        COLLECTED,
        () -> manager.command("findleaks?statusLine=true").contains("No memory leaks"));
  }

  /** All contexts of the suite whose managers are connected to the nodes. */
  static List<String> contextsThatServe() {
    List<String> names = new ArrayList<>(contextNames());
    LateRequestTests.contexts().forEach(context -> names.add(context.name()));
    for (Mode mode : Mode.values()) {
      names.add(mode.context("app"));
      names.add(mode.context("later"));
    }
    return names;
  }

  /** How many connections the nodes have, of all Tomcats together. */
  private long connections() {
    return cluster().nodes().stream()
        .map(node -> node.probe().stats().get("curr_connections"))
        .mapToLong(count -> Long.parseLong(Objects.requireNonNull(count)))
        .sum();
  }

  private static List<String> difference(List<String> before, List<String> now) {
    return Stream.concat(
            before.stream().filter(name -> !now.contains(name)).map(name -> "lost " + name),
            now.stream().filter(name -> !before.contains(name)).map(name -> "new " + name))
        .toList();
  }

  /** One that starts first initializes our classes; Tomcat takes loggers away with it. */
  @Test
  void applicationsWhenEachWasReloadedThenOurLogGoesOn() {
    contextNames().forEach(context -> Redeployment.RELOAD.perform(t1(), context));
    long before = linesOfStart();

    contextNames().forEach(context -> Redeployment.RELOAD.perform(t1(), context));

    assertEquals(before + contextNames().size(), linesOfStart());
  }

  private long linesOfStart() {
    return t1().logs()
        .lines()
        .filter(line -> contextNames().stream().anyMatch(c -> line.contains("Sessions of /" + c)))
        .count();
  }

  private List<InsistentVisitor> visitors(boolean losesNothing) {
    return Stream.of(Mode.values())
        .flatMap(mode -> Stream.of(mode, mode))
        .map(mode -> new InsistentVisitor(mode.visitor("busy"), t1(), losesNothing))
        .toList();
  }

  private void redeploy(Redeployment way) {
    contextNames().forEach(context -> way.perform(t1(), context));
  }

  private static List<String> contextNames() {
    return Stream.of(Mode.values()).map(mode -> mode.context("busy")).toList();
  }
}
