package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.sessions.nonsticky.FakeNonStickySession;
import io.holdfast.sessions.nonsticky.LoadedSession;
import io.holdfast.sessions.nonsticky.SaveOutcome;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The parts put together, with a node that nobody listens for. */
@Timeout(60)
final class NonStickyRuntimeTest {

  private final Map<Setting<?>, String> settings = new TreeMap<>();

  NonStickyRuntimeTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:127.0.0.1:" + FreePort.find());
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "50");
    settings.put(Setting.STICKY, "false");
    settings.put(Setting.LOCKING_MODE, "all");
  }

  @AfterEach
  void noThreadIsLeft() {
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void openWhenNoNodeHasEverAnsweredThenTheInstanceThatIsHereGoesOn() {
    try (NonStickyRuntime runtime = start()) {
      FakeNonStickySession session = session(runtime);
      session.set("value", "text");

      SaveOutcome saved = runtime.sessions().save(session).join();
      LoadedSession opening =
          runtime.sessions().look(session.sessionId(), session, false).join().get();

      assertEquals(SaveOutcome.FAILED, saved);
      assertInstanceOf(LoadedSession.Local.class, opening);
    }
  }

  @Test
  void drainWhenNoNodeAnswersThenCountsWhatIsNotSaved() {
    try (NonStickyRuntime runtime = start()) {
      int unsaved = runtime.drain(List.of(session(runtime)), Duration.ofSeconds(10));

      assertEquals(1, unsaved);
    }
  }

  @Test
  void toStringWhenAskedThenNamesTheMode() {
    try (NonStickyRuntime runtime = start()) {
      assertTrue(runtime.toString().contains("non-sticky, locking mode all,"), runtime::toString);
    }
  }

  private static FakeNonStickySession session(NonStickyRuntime runtime) {
    long now = System.currentTimeMillis();
    return new FakeNonStickySession(
        new SessionId("a"),
        new SessionTimes(now, now, now, 1_800),
        runtime.sessions().noAttributes());
  }

  private NonStickyRuntime start() {
    ClassLoader loader = getClass().getClassLoader();
    return new NonStickyRuntime(
        ConfigurationParser.parse(settings),
        new WebAppContext("localhost", "/shop", null, loader, loader, null, InstantSource.system()),
        List::of);
  }
}
