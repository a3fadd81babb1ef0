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
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.model.JdkTranscoderFactory;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that come and go while sessions are served. */
@Timeout(60)
final class RuntimeNodesTest {

  private static final int SESSIONS = 30;

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final List<FakeInstance> sessions = new CopyOnWriteArrayList<>();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  RuntimeNodesTest() {
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "500");
  }

  @AfterEach
  void nothingIsLeft() {
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void changeNodesWhenTheOnlyNodeIsSwappedThenAllSessionsAreOnTheOther() {
    try (SessionRuntime runtime = start("n1:" + n1.address())) {
      saveAll(runtime);

      change(runtime, "n2:" + n2.address());

      awaitAllOn(n2);
      assertTrue(runtime.resyncProgress().done() >= SESSIONS, runtime.resyncProgress()::toString);
      assertInstanceOf(
          LoadedSession.Fresh.class,
          runtime.sessions().look(sessions.get(0).sessionId(), null, false).join().get());
    }
  }

  @Test
  void changeNodesWhenANodeIsTakenOutThenNeitherThreadNorConnectionIsLeft() {
    int others = connections(n1);
    try (SessionRuntime runtime = start("n1:%s n2:%s".formatted(n1.address(), n2.address()))) {
      saveAll(runtime);

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
    try (SessionRuntime runtime = start("n1:%s n2:%s".formatted(n1.address(), n2.address()))) {
      saveAll(runtime);
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
    try (SessionRuntime runtime = start("n1:" + n1.address())) {
      saveAll(runtime);
      long before = System.nanoTime();

      change(runtime, "n1:%s n2:%s".formatted(n1.address(), n2.address()));

      Duration taken = Duration.ofNanos(System.nanoTime() - before);
      Await.until("none waits", () -> runtime.resyncProgress().waiting() == 0);
      long share = n2.probe().keys().size();
      assertTrue(share > 4 && share < SESSIONS - 4, "share of one of two nodes: " + share);
      assertTrue(
          taken.compareTo(Duration.ofMillis((share - 4) * 50)) > 0,
          () -> "%d sessions took %s".formatted(share, taken));
    }
  }

  @Test
  void saveWhenTheRecordIsGoneFromTheOtherNodeThenItIsStoredAnew() {
    try (SessionRuntime runtime = start("n1:" + n1.address())) {
      FakeInstance session = session(runtime, 0);
      sessions.add(session);
      assertEquals(SaveOutcome.SAVED, runtime.sessions().save(session).join());
      change(runtime, "n2:" + n2.address());
      n2.probe().flushAll();

      session.set("value", "other");
      assertEquals(SaveOutcome.SAVED, runtime.sessions().save(session).join());

      assertEquals(List.of(session.sessionId().base()), n2.probe().keys());
    }
  }

  @Test
  void saveInBackgroundWhenNothingIsAcceptedAnyMoreThenTheRefusedBackupIsCounted() {
    SessionRuntime runtime = start("n1:" + n1.address());
    FakeInstance session = session(runtime, 0);
    runtime.close();

    runtime.saveInBackground(session, () -> runtime.sessions().save(session));

    assertEquals(1, runtime.metrics().get(Metric.BACKUPS_REFUSED));
    assertEquals(0, runtime.metrics().get(Metric.BACKUPS_WAITING));
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

  private void saveAll(SessionRuntime runtime) {
    IntStream.range(0, SESSIONS).mapToObj(i -> session(runtime, i)).forEach(sessions::add);
    sessions.forEach(
        session -> assertEquals(SaveOutcome.SAVED, runtime.sessions().save(session).join()));
  }

  private static FakeInstance session(SessionRuntime runtime, int number) {
    FakeInstance session =
        new FakeInstance(
            new SessionId("s" + number + ".t1"),
            new SessionTimes(1, 1, 1, -1),
            runtime.sessions().noAttributes());
    session.set("value", "text");
    return session;
  }

  private void change(SessionRuntime runtime, String nodes) {
    SessionConfiguration running = ConfigurationParser.parse(settings);
    settings.put(Setting.MEMCACHED_NODES, nodes);
    runtime.changeNodes(ConfigurationParser.parseLayout(settings, running)).join();
    Await.until(
        "all sessions are stored",
        () -> sessions.stream().noneMatch(session -> session.instanceState().isNotStored()));
  }

  private SessionRuntime start(String nodes) {
    settings.put(Setting.MEMCACHED_NODES, nodes);
    ClassLoader loader = getClass().getClassLoader();
    return new SessionRuntime(
        ConfigurationParser.parse(settings),
        TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system()),
        () -> sessions);
  }
}
