package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All nodes are restarted one after the other, as an update does: what kubernetes.md and nodes.md
 * say of sessions then. memcached cannot list what it has.
 */
@Timeout(60)
final class RestartedNodesTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  RestartedNodesTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:%s n2:%s".formatted(n1.address(), n2.address()));
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.STICKY, "false");
  }

  @AfterEach
  void nothingIsLeft() {
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void restartWhenATomcatHasTheSessionThenItIsOnBothNodesAgain() {
    FakeInstance session = stored();
    try (SessionRuntime runtime = start(List.of(session))) {
      restartBoth(runtime, 1);

      assertEquals(List.of(ID.base()), n2.probe().keys());
    }
  }

  @Test
  void restartWhenNoTomcatHasTheSessionSinceItsOwnWasRestartedThenItIsLost() {
    var unused = stored();
    try (SessionRuntime runtime = start(List.of())) {
      restartBoth(runtime, 0);

      assertInstanceOf(
          LoadedSession.Nothing.class, runtime.sessions().look(ID, null, false).join().get());
    }
  }

  private FakeInstance stored() {
    try (SessionRuntime former = start(List.of())) {
      FakeInstance session =
          new FakeInstance(ID, new SessionTimes(1, 1, 1, -1), former.sessions().noAttributes());
      session.set("value", "text");
      former.sessions().save(session).join();
      assertEquals(List.of(ID.base()), n1.probe().keys());
      assertEquals(List.of(ID.base()), n2.probe().keys());
    }
    try (SessionRuntime next = start(List.of())) {
      return new FakeInstance(
          (LoadedSession.Fresh) next.sessions().look(ID, null, false).join().get());
    }
  }

  private void restartBoth(SessionRuntime runtime, int kept) {
    for (MemcachedNode node : List.of(n1, n2)) {
      node.kill();
      Await.until("it is lost", () -> runtime.metrics().get(Metric.NODES_LOST) == 1);
      node.start();
      Await.until("it is back", () -> runtime.metrics().get(Metric.NODES_LOST) == 0);
      Await.until("it has what is known", () -> node.probe().keys().size() == kept);
    }
  }

  private SessionRuntime start(List<? extends SessionInstance> sessions) {
    ClassLoader loader = getClass().getClassLoader();
    return new SessionRuntime(
        ConfigurationParser.parse(settings),
        TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system()),
        () -> sessions);
  }
}
