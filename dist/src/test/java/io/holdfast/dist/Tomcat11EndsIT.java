package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * their logins, for both Tomcats. Each test ends several sessions of each mode together. Each
 * night: in a build {@code AffinityExplorationTest}, {@code ExplorationTest} and the histories ask
 * the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnLines({})
class Tomcat11EndsIT {

  private static final int LINE = 11;

  /** Of each mode: so many that each node has some of the sticky ones. */
  private static final int SESSIONS = 6;

  private @Nullable LinedCluster running;
  private @Nullable NodeWatch watch;

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
    watch = new NodeWatch(running, contexts());
  }

  private static List<ContextXml> contexts() {
    Path descriptor = ProbeApplication.secured("FORM");
    return Mode.each(
        ContextXml.synchronous("app")
            .context("altDDName", descriptor.toString())
            .manager("operationTimeout", "400"));
  }

  @AfterAll
  void stopCluster() {
    if (watch != null) {
      watch.close();
    }
    if (running != null) {
      running.close();
    }
  }

  @Test
  void sessionsWhenANodeIsThawedAfterTheirEndAndThenTheOtherDiesThenStayOver() {
    List<EndingSession> sessions = begin();
    n1().freeze();
    watch().awaitLost(n1());
    end(sessions);
    n1().thaw();
    watch().awaitCalm();

    assertOverWhileTheOtherIsDead(sessions);
  }

  @Test
  void sessionsWhenADeadNodeComesBackAfterTheirEndAndThenTheOtherDiesThenStayOver() {
    List<EndingSession> sessions = begin();
    n1().kill();
    watch().awaitLost(n1());
    end(sessions);
    n1().start();
    watch().awaitCalm();

    assertOverWhileTheOtherIsDead(sessions);
  }

  @Test
  void sessionsWhenOneLineIsCutAtTheirEndAndThenTheOtherNodeDiesThenStayOver() {
    List<EndingSession> sessions = begin();
    FaultProxy line = cluster().tomcats().get(0).lines().get(0);
    line.down();
    watch().awaitLostAt(0, n1());
    end(sessions);
    line.heal();
    watch().awaitCalm();

    assertOverWhileTheOtherIsDead(sessions);
  }

  @Test
  void sessionsWhenNodesAreRestartedOneAfterTheOtherThenStayOver() {
    List<EndingSession> sessions = begin();
    end(sessions);

    List<String> found = new ArrayList<>();
    for (MemcachedNode node : cluster().nodes()) {
      node.kill();
      watch().awaitLost(node);
      node.start();
      watch().awaitCalm();
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
      watch().awaitLost(node);
      node.thaw();
      watch().awaitCalm();
      found.addAll(foundInNodes(sessions));
    }

    assertEquals(List.of(), found);
    assertEquals(List.of(), foundAnywhere(sessions));
  }

  private void assertOverWhileTheOtherIsDead(List<EndingSession> sessions) {
    n2().kill();
    watch().awaitLost(n2());
    watch().awaitStored();
    List<String> meanwhile = foundAnywhere(sessions);
    n2().start();
    watch().awaitCalm();

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

  private NodeWatch watch() {
    return Objects.requireNonNull(watch);
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

  /** Where sessions end. */
  private TomcatProcess owner() {
    return cluster().tomcats().get(0).process();
  }

  /** Where they were before. */
  private TomcatProcess left() {
    return cluster().tomcats().get(1).process();
  }
}
