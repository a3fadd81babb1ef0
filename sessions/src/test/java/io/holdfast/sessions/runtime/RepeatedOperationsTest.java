package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.sessions.nonsticky.FakeNonStickySession;
import io.holdfast.sessions.nonsticky.SaveOutcome;
import io.holdfast.sessions.sticky.FailoverResult;
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
    try (StickyRuntime runtime = new StickyRuntime(configuration(), context(), List::of)) {
      Await.until("it answers", () -> ask(runtime, "a.t2") instanceof FailoverResult.Over);
      node.freeze();

      assertInstanceOf(FailoverResult.Unreachable.class, ask(runtime, "b.t2"));
      assertInstanceOf(FailoverResult.Unreachable.class, ask(runtime, "c.t2"));
      assertTrue(runtime.health().isAvailable("n1"));
      assertInstanceOf(FailoverResult.Unreachable.class, ask(runtime, "d.t2"));

      assertEquals(List.of("n1"), runtime.health().lostNodes());
      node.thaw();
    }
  }

  private static FailoverResult ask(StickyRuntime runtime, String id) {
    return runtime.sessions().takeOver(new SessionId(id), null);
  }

  /** It answers, so it is not lost: no return of it makes up for the copy. */
  @Test
  void copyWhenItsNodeRefusesItThenIsTriedSixTimesMore() {
    try (FullNode full = new FullNode()) {
      settings.put(Setting.MEMCACHED_NODES, "n1:" + full.address());
      settings.put(Setting.STICKY, "false");
      try (NonStickyRuntime runtime = new NonStickyRuntime(configuration(), context(), List::of)) {
        FakeNonStickySession session = session(runtime);
        session.set("value", "text");

        assertEquals(SaveOutcome.FAILED, runtime.sessions().save(session).join());

        Await.until("it was tried so often", () -> full.refused() >= 1 + TRIED_AGAIN);
      }
      assertEquals(1 + TRIED_AGAIN, full.refused());
    }
  }

  private static FakeNonStickySession session(NonStickyRuntime runtime) {
    long now = System.currentTimeMillis();
    return new FakeNonStickySession(
        new SessionId("a"),
        new SessionTimes(now, now, now, 1_800),
        runtime.sessions().noAttributes());
  }

  private SessionConfiguration configuration() {
    return ConfigurationParser.parse(settings);
  }

  private WebAppContext context() {
    ClassLoader loader = getClass().getClassLoader();
    return new WebAppContext(
        "localhost", "/shop", null, loader, loader, null, InstantSource.system());
  }
}
