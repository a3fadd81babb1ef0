package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Sessions that have ended, while nodes go and come back, one after the other: they stay over, with
 * their logins, for both Tomcats. Each test ends several sessions of each mode together.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class Tomcat11EndsIT {

  private static final int LINE = 11;

  /** Of each mode: so many that each node has some of the sticky ones. */
  private static final int SESSIONS = 6;

  private static final Duration SEEN = Duration.ofSeconds(30);

  private @Nullable LinedCluster running;
  private List<ManagerBean> owners = List.of();
  private List<ManagerBean> others = List.of();

  @BeforeAll
  void startCluster() {
    running =
        LinedCluster.start(
            LINE,
            "java",
            2,
            Stream.generate(MemcachedNodes::start).limit(2).toList(),
            1,
            contexts(),
            settings -> settings.user("ann", Secrets.PASSWORD, "member"));
    owners = managers(owner());
    others = managers(left());
  }

  private static List<ContextXml> contexts() {
    Path descriptor = ProbeApplication.secured("FORM");
    return Mode.each(
        ContextXml.synchronous("app")
            .context("altDDName", descriptor.toString())
            .manager("operationTimeout", "400"));
  }

  private static List<ManagerBean> managers(TomcatProcess tomcat) {
    return contexts().stream().map(context -> ManagerBean.of(tomcat, context.name())).toList();
  }

  @AfterAll
  void stopCluster() {
    allManagers().forEach(ManagerBean::close);
    if (running != null) {
      running.close();
    }
  }

  @Test
  void sessionsWhenANodeIsThawedAfterTheirEndAndThenTheOtherDiesThenStayOver() {
    List<EndingSession> sessions = begin();
    n1().freeze();
    awaitLost(allManagers(), "n1");
    end(sessions);
    n1().thaw();
    awaitCalm();

    assertOverWhileTheOtherIsDead(sessions);
  }

  @Test
  void sessionsWhenADeadNodeComesBackAfterTheirEndAndThenTheOtherDiesThenStayOver() {
    List<EndingSession> sessions = begin();
    n1().kill();
    awaitLost(allManagers(), "n1");
    end(sessions);
    n1().start();
    awaitCalm();

    assertOverWhileTheOtherIsDead(sessions);
  }

  @Test
  void sessionsWhenOneLineIsCutAtTheirEndAndThenTheOtherNodeDiesThenStayOver() {
    List<EndingSession> sessions = begin();
    FaultProxy line = cluster().tomcats().get(0).lines().get(0);
    line.down();
    awaitLost(owners, "n1");
    end(sessions);
    line.heal();
    awaitCalm();

    assertOverWhileTheOtherIsDead(sessions);
  }

  @Test
  void sessionsWhenNodesAreRestartedOneAfterTheOtherThenStayOver() {
    List<EndingSession> sessions = begin();
    end(sessions);

    List<String> found = new ArrayList<>();
    for (MemcachedNode node : cluster().nodes()) {
      node.kill();
      awaitLost(allManagers(), nameOf(node));
      node.start();
      awaitCalm();
      found.addAll(foundInNodes(sessions));
    }

    assertEquals(List.of(), found);
    assertEquals(List.of(), foundAnywhere(sessions));
  }

  @Test
  void sessionsWhenEachNodeIsFrozenForAWhileThenStayOver() {
    List<EndingSession> sessions = begin();
    end(sessions);

    List<String> found = new ArrayList<>();
    for (MemcachedNode node : cluster().nodes()) {
      node.freeze();
      awaitLost(allManagers(), nameOf(node));
      node.thaw();
      awaitCalm();
      found.addAll(foundInNodes(sessions));
    }

    assertEquals(List.of(), found);
    assertEquals(List.of(), foundAnywhere(sessions));
  }

  private void assertOverWhileTheOtherIsDead(List<EndingSession> sessions) {
    n2().kill();
    awaitLost(allManagers(), "n2");
    awaitStored();
    List<String> meanwhile = foundAnywhere(sessions);
    n2().start();
    awaitCalm();

    assertEquals(List.of(), meanwhile);
    assertEquals(List.of(), foundAnywhere(sessions));
  }

  private List<EndingSession> begin() {
    return together(
        Stream.of(Mode.values())
            .flatMap(mode -> Stream.generate(() -> mode.context("app")).limit(SESSIONS))
            .map(context -> () -> EndingSession.begin(context, left(), owner())));
  }

  private void end(List<EndingSession> sessions) {
    var unused =
        together(
            sessions.stream()
                .map(
                    session ->
                        () -> {
                          session.end(owner());
                          return session;
                        }));
  }

  private List<String> foundAnywhere(List<EndingSession> sessions) {
    List<TomcatProcess> tomcats = List.of(owner(), left());
    Stream<Supplier<List<String>>> asked =
        sessions.stream().map(session -> () -> session.foundAt(tomcats));
    List<String> found = new ArrayList<>(foundInNodes(sessions));
    together(asked).forEach(found::addAll);
    return found;
  }

  private List<String> foundInNodes(List<EndingSession> sessions) {
    return sessions.stream()
        .flatMap(session -> session.foundIn(cluster().nodes()).stream())
        .toList();
  }

  private static <T> List<T> together(Stream<Supplier<T>> tasks) {
    return tasks.map(Background::start).toList().stream().map(CompletableFuture::join).toList();
  }

  private static void awaitLost(List<ManagerBean> managers, String node) {
    Await.until(
        node + " is lost",
        SEEN,
        () -> managers.stream().allMatch(manager -> manager.list("lostNodes").contains(node)));
  }

  /** Waits until all nodes are seen, and nothing is on its way because of that. */
  private void awaitCalm() {
    Await.until(
        "all nodes are seen",
        SEEN,
        () -> allManagers().stream().allMatch(manager -> manager.list("lostNodes").isEmpty()));
    awaitStored();
  }

  /** Waits until no session waits to be stored because nodes have come or gone. */
  private void awaitStored() {
    Await.until(
        "none waits to be stored",
        SEEN,
        () -> allManagers().stream().allMatch(manager -> manager.count("resyncWaiting") == 0));
    var unused = Quiet.value("commands", this::commands);
  }

  private List<Map<String, Long>> commands() {
    return cluster().nodes().stream()
        .filter(MemcachedNode::isRunning)
        .map(node -> node.probe().commandCounts())
        .toList();
  }

  private List<ManagerBean> allManagers() {
    return Stream.concat(owners.stream(), others.stream()).toList();
  }

  private LinedCluster cluster() {
    if (running == null) {
      throw new IllegalStateException("the cluster did not start");
    }
    return running;
  }

  private MemcachedNode n1() {
    return cluster().nodes().get(0);
  }

  private MemcachedNode n2() {
    return cluster().nodes().get(1);
  }

  private String nameOf(MemcachedNode node) {
    return node == n1() ? "n1" : "n2";
  }

  /** Where sessions end. */
  private TomcatProcess owner() {
    return cluster().tomcats().get(0).process();
  }

  /** Where they were before. */
  private TomcatProcess left() {
    return cluster().tomcats().get(1).process();
  }
}
