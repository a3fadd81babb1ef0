package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
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
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a node is asked again that does not do what it is asked for. */
@Timeout(60)
final class RepeatedOperationsTest {

  private static final int TRIED_AGAIN = 6;

  private final MemcachedNode node = MemcachedNodes.start();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  RepeatedOperationsTest() {
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "500");
  }

  @AfterEach
  void nothingIsLeft() {
    node.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  /** Two are an answer that came late, and a pause of the garbage collector. */
  @Test
  void nodeWhenThreeOperationsInARowGetNoAnswerThenIsLostAndNotBefore() {
    settings.put(Setting.MEMCACHED_NODES, "n1:" + node.address());
    try (SessionRuntime runtime = new SessionRuntime(configuration(), context(), List::of)) {
      Await.until("it answers", () -> ask(runtime, "a.t2").isCertain());
      node.freeze();

      assertEquals(Set.of("n1"), ask(runtime, "b.t2").unreachable());
      assertEquals(Set.of("n1"), ask(runtime, "c.t2").unreachable());
      assertTrue(runtime.health().isAvailable("n1"));
      assertEquals(Set.of("n1"), ask(runtime, "d.t2").unreachable());

      assertEquals(List.of("n1"), runtime.health().lostNodes());
      node.thaw();
    }
  }

  private static LoadedSession.Nothing ask(SessionRuntime runtime, String id) {
    return assertInstanceOf(
        LoadedSession.Nothing.class,
        runtime.sessions().look(new SessionId(id), null, false).join().get());
  }

  /** It answers, so it is not lost: no return of it makes up for the copy. */
  @Test
  void copyWhenItsNodeRefusesItThenIsTriedSixTimesMore() {
    try (FullNode full = new FullNode()) {
      settings.put(Setting.MEMCACHED_NODES, "n1:" + full.address());
      settings.put(Setting.STICKY, "false");
      try (SessionRuntime runtime = new SessionRuntime(configuration(), context(), List::of)) {
        FakeInstance session = session(runtime);
        session.set("value", "text");

        assertEquals(SaveOutcome.FAILED, runtime.sessions().save(session).join());

        Await.until("it was tried so often", () -> full.refused() >= 1 + TRIED_AGAIN);
      }
      assertEquals(1 + TRIED_AGAIN, full.refused());
    }
  }

  private static FakeInstance session(SessionRuntime runtime) {
    long now = System.currentTimeMillis();
    return new FakeInstance(
        new SessionId("a"),
        new SessionTimes(now, now, now, 1_800),
        runtime.sessions().noAttributes());
  }

  private SessionConfiguration configuration() {
    return ConfigurationParser.parse(settings);
  }

  private WebAppContext context() {
    ClassLoader loader = getClass().getClassLoader();
    return TestApplication.of(
        "localhost", "/shop", null, loader, loader, null, InstantSource.system());
  }
}
