package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the gauge says of sessions while nodes go and come back empty, one slowly after another. */
@Timeout(60)
final class SessionsNotStoredTest {

  private static final int SESSIONS = 12;

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  SessionsNotStoredTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:%s n2:%s".formatted(n1.address(), n2.address()));
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.RESYNC_RATE, "3");
  }

  @AfterEach
  void nothingIsLeft() {
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void sessionsWhenAllNodesAreGoneThenCountUntilEachIsStoredAgain(String sticky) {
    settings.put(Setting.STICKY, sticky);
    List<FakeInstance> sessions = new ArrayList<>();
    try (SessionRuntime runtime =
        new SessionRuntime(configuration(), context(), () -> List.copyOf(sessions))) {
      IntStream.range(0, SESSIONS).mapToObj(i -> shared(runtime, i)).forEach(sessions::add);
      assertEquals(SESSIONS, notStored(runtime));
      sessions.forEach(session -> runtime.sessions().save(session).join());
      assertEquals(0, notStored(runtime));

      killAll(runtime);
      assertEquals(SESSIONS, notStored(runtime));
      sessions.get(0).instanceState().use().accessStarted();
      assertEquals(SESSIONS, notStored(runtime), "one is in use");
      long failed = runtime.metrics().get(Metric.BACKUPS_FAILED);
      sessions.get(0).set("value", "other");
      assertEquals(SaveOutcome.FAILED, runtime.sessions().save(sessions.get(0)).join());
      assertTrue(runtime.metrics().get(Metric.BACKUPS_FAILED) > failed);
      sessions.get(0).instanceState().use().accessEnded();

      assertCountsUntilStored(runtime);
    }
  }

  /** As by a request that sends events for hours: a kill of the Tomcat would cost them all. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void sessionsWhenRequestsUseThemThenTheyCountUntilEachIsStoredAgain(String sticky) {
    settings.put(Setting.STICKY, sticky);
    List<FakeInstance> sessions = new ArrayList<>();
    try (SessionRuntime runtime =
        new SessionRuntime(configuration(), context(), () -> List.copyOf(sessions))) {
      IntStream.range(0, SESSIONS).mapToObj(i -> shared(runtime, i)).forEach(sessions::add);
      sessions.forEach(session -> session.instanceState().use().accessStarted());
      assertEquals(0, notStored(runtime), "their first requests are at work");
      sessions.forEach(session -> runtime.sessions().save(session).join());

      killAll(runtime);

      assertCountsUntilStored(runtime);
    }
  }

  private void killAll(RuntimeView runtime) {
    n1.kill();
    n2.kill();
    Await.until("both nodes are lost", () -> runtime.metrics().get(Metric.NODES_LOST) == 2);
  }

  /** What the gauge does not count is on a node: that is looked at later, when more may be. */
  private void assertCountsUntilStored(RuntimeView runtime) {
    n1.start();
    Await.until("a node is back", () -> runtime.metrics().get(Metric.NODES_LOST) == 1);
    long counted = notStored(runtime);
    int stored = n1.probe().keys().size();
    assertTrue(
        counted + stored >= SESSIONS, () -> counted + " count, and " + stored + " are stored");

    Await.until("none counts", () -> notStored(runtime) == 0);
    assertEquals(SESSIONS, n1.probe().keys().size());
    n2.start();
    Await.until("no node is lost", () -> runtime.metrics().get(Metric.NODES_LOST) == 0);
    Await.until("none counts", () -> notStored(runtime) == 0);
  }

  private static long notStored(RuntimeView runtime) {
    return runtime.metrics().get(Metric.SESSIONS_NOT_STORED);
  }

  private static FakeInstance shared(SessionRuntime runtime, int number) {
    FakeInstance session =
        new FakeInstance(
            new SessionId("s" + number),
            new SessionTimes(1, 1, 1, -1),
            runtime.sessions().noAttributes());
    session.set("value", "text");
    return session;
  }

  private SessionConfiguration configuration() {
    return ConfigurationParser.parse(settings);
  }

  private WebAppContext context() {
    ClassLoader loader = getClass().getClassLoader();
    return TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system());
  }
}
