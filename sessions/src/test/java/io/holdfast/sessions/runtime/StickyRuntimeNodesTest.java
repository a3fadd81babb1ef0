package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.sessions.sticky.FailoverResult;
import io.holdfast.sessions.sticky.FakeSession;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that come and go while sessions are served. */
@Timeout(60)
final class StickyRuntimeNodesTest {

  private static final int SESSIONS = 30;

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final List<FakeSession> sessions =
      IntStream.range(0, SESSIONS).mapToObj(StickyRuntimeNodesTest::session).toList();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  StickyRuntimeNodesTest() {
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "500");
    settings.put(Setting.SESSION_BACKUP_ASYNC, "false");
    settings.put(Setting.SESSION_BACKUP_TIMEOUT, "10000");
  }

  @AfterEach
  void nothingIsLeft() {
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void changeNodesWhenTheOnlyNodeIsSwappedThenAllSessionsAreOnTheOther() {
    try (StickyRuntime runtime = start("n1:" + n1.address())) {
      sessions.forEach(runtime.sessions()::requestEnded);

      change(runtime, "n2:" + n2.address());

      awaitAllOn(n2);
      assertTrue(runtime.resyncProgress().done() >= SESSIONS, runtime.resyncProgress()::toString);
      assertInstanceOf(
          FailoverResult.Newer.class,
          runtime.sessions().takeOver(sessions.get(0).sessionId(), null));
    }
  }

  @Test
  void changeNodesWhenANodeIsTakenOutThenNeitherThreadNorConnectionIsLeft() {
    int others = connections(n1);
    try (StickyRuntime runtime = start("n1:%s n2:%s".formatted(n1.address(), n2.address()))) {
      sessions.forEach(runtime.sessions()::requestEnded);

      change(runtime, "n2:" + n2.address());

      Threads.assertNoneAlive("holdfast-memcached-n1", Duration.ofSeconds(60));
      Await.until("no connection to n1 is left", () -> connections(n1) == others);
      awaitAllOn(n2);
      assertEquals(1, runtime.nodes().size());
    }
  }

  /** With dns: each pod that is started again is a node with an id of its own. */
  @Test
  void changeNodesWhenANodeIsTakenOutThenItsNumbersAreForgotten() {
    try (StickyRuntime runtime = start("n1:%s n2:%s".formatted(n1.address(), n2.address()))) {
      sessions.forEach(runtime.sessions()::requestEnded);
      Await.until("n1 is counted", () -> runtime.metrics().nodeLatency("n1").count() > 0);
      long ofOther = runtime.metrics().nodeLatency("n2").count();

      change(runtime, "n2:" + n2.address());

      Await.until("nothing is asked of n1", () -> runtime.nodes().size() == 1);
      Await.until("n1 is forgotten", () -> runtime.metrics().nodeLatency("n1").count() == 0);
      assertTrue(runtime.metrics().nodeLatency("n2").count() >= ofOther);
    }
  }

  @Test
  void changeNodesWhenANodeIsAddedThenItsShareIsStoredOnItAtThePaceThatIsConfigured() {
    settings.put(Setting.RESYNC_RATE, "20");
    try (StickyRuntime runtime = start("n1:" + n1.address())) {
      sessions.forEach(runtime.sessions()::requestEnded);
      long before = System.nanoTime();

      change(runtime, "n1:%s n2:%s".formatted(n1.address(), n2.address()));

      long share = runtime.resyncProgress().done();
      Duration taken = Duration.ofNanos(System.nanoTime() - before);
      Await.until("the share is on n2", () -> n2.probe().keys().size() == share);
      Await.until("none waits", () -> runtime.resyncProgress().waiting() == 0);
      assertTrue(share > 4 && share < SESSIONS - 4, "share of one of two nodes: " + share);
      assertTrue(
          taken.compareTo(Duration.ofMillis((share - 4) * 50)) > 0,
          () -> "%d sessions took %s".formatted(share, taken));
    }
  }

  @Test
  void touchWhenASessionIsOnANodeThatIsGoneThenItIsStoredAnew() {
    try (StickyRuntime runtime = start("n1:" + n1.address())) {
      FakeSession session = sessions.get(0);
      runtime.sessions().requestEnded(session);
      change(runtime, "n2:" + n2.address());
      n2.probe().flushAll();

      session.set("value", "other");
      runtime.sessions().requestEnded(session);

      Await.value("its nodes", session.backupState()::nodeIds, List.of("n2")::equals);
      assertEquals(List.of(session.sessionId().base()), n2.probe().keys());
    }
  }

  @Test
  void requestEndedWhenNothingIsAcceptedAnyMoreThenTheRefusedBackupIsCounted() {
    try (StickyRuntime runtime = start("n1:" + n1.address())) {
      var unused = runtime.leave(List.of(), Duration.ofSeconds(10));

      runtime.sessions().requestEnded(sessions.get(0));

      assertEquals(1, runtime.metrics().get(Metric.BACKUPS_REFUSED));
      assertEquals(0, runtime.metrics().get(Metric.BACKUPS_WAITING));
    }
  }

  private static int connections(MemcachedNode node) {
    return Integer.parseInt(Objects.requireNonNull(node.probe().stats().get("curr_connections")));
  }

  /** What a node did not answer in time is sent to it again. */
  private void awaitAllOn(MemcachedNode node) {
    Await.value("the sessions", () -> Set.copyOf(node.probe().keys()), bases()::equals);
  }

  private Set<String> bases() {
    return new TreeSet<>(sessions.stream().map(session -> session.sessionId().base()).toList());
  }

  private static FakeSession session(int number) {
    FakeSession session =
        new FakeSession(new SessionId("s" + number + ".t1"), new SessionTimes(1, 1, 1, -1));
    session.set("value", "text");
    return session;
  }

  private void change(StickyRuntime runtime, String nodes) {
    SessionConfiguration running = ConfigurationParser.parse(settings);
    settings.put(Setting.MEMCACHED_NODES, nodes);
    runtime.changeNodes(ConfigurationParser.parseLayout(settings, running)).join();
    Await.until(
        "all sessions are stored",
        () -> sessions.stream().noneMatch(session -> session.backupState().nodeIds().isEmpty()));
  }

  private StickyRuntime start(String nodes) {
    settings.put(Setting.MEMCACHED_NODES, nodes);
    ClassLoader loader = getClass().getClassLoader();
    return new StickyRuntime(
        ConfigurationParser.parse(settings),
        new WebAppContext("localhost", "", null, loader, loader, null, InstantSource.system()),
        () -> sessions);
  }
}
