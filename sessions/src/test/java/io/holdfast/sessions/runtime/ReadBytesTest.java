package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.CommandTap;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What two nodes send before a request with a session of 10 KB, whose instance is here. */
@Timeout(60)
final class ReadBytesTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF0123456789ABCDEF");
  private static final int SIZE = 10_000;

  /** Other answers may come meanwhile, as to a question for a sign of life. */
  private static final int TRIES = 10;

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final CommandTap tap1 = CommandTap.before(n1);
  private final CommandTap tap2 = CommandTap.before(n2);
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  ReadBytesTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:%s n2:%s".formatted(tap1.address(), tap2.address()));
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.STICKY, "false");
  }

  @AfterEach
  void nothingIsLeft() {
    tap1.close();
    tap2.close();
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void lookWhenNothingHasChangedThenTheNodesSendVersionsOnly() {
    try (SessionRuntime runtime = start()) {
      FakeInstance session = stored(runtime);

      assertTrue(fewest(runtime, session) < 50, () -> fewest(runtime, session) + " bytes");
    }
  }

  @Test
  void lookWhenItsUseWasNotedThenTheNodesSendVersionsAndNotes() {
    try (SessionRuntime runtime = start()) {
      FakeInstance session = stored(runtime);
      session.access(InstantSource.system().millis());
      runtime.sessions().requestEnded(session);
      Await.until("it is noted", () -> notes() == 2);

      assertTrue(fewest(runtime, session) < 300, () -> fewest(runtime, session) + " bytes");
    }
  }

  /** Then both send it. */
  @Test
  void lookWhenAnotherTomcatHasChangedItThenTheNodesSendTheRecord() {
    try (SessionRuntime runtime = start();
        SessionRuntime other = start()) {
      FakeInstance session = stored(runtime);
      FakeInstance there =
          new FakeInstance(
              (LoadedSession.Fresh) other.sessions().look(ID, null, false).join().get());
      there.set("more", "text");
      assertEquals(SaveOutcome.SAVED, other.sessions().save(there).join());
      long before = answered();

      LoadedSession.Fresh changed =
          assertInstanceOf(
              LoadedSession.Fresh.class, runtime.sessions().look(ID, session, false).join().get());

      assertEquals("text", changed.attributes().get("more"));
      assertTrue(answered() - before > 2 * SIZE);
    }
  }

  private long fewest(SessionRuntime runtime, FakeInstance session) {
    return LongStream.generate(() -> bytesOfALook(runtime, session)).limit(TRIES).min().orElse(0);
  }

  private long bytesOfALook(SessionRuntime runtime, FakeInstance session) {
    long before = answered();
    assertInstanceOf(
        LoadedSession.Local.class, runtime.sessions().look(ID, session, false).join().get());
    return answered() - before;
  }

  private long answered() {
    return tap1.answeredBytes() + tap2.answeredBytes();
  }

  private long notes() {
    return Stream.of(n1, n2)
        .flatMap(node -> node.probe().keys().stream())
        .filter(key -> key.endsWith(":a"))
        .count();
  }

  private static FakeInstance stored(SessionRuntime runtime) {
    FakeInstance session =
        new FakeInstance(ID, new SessionTimes(1, 1, 1, -1), runtime.sessions().noAttributes());
    byte[] bytes = new byte[SIZE];
    new Random(1).nextBytes(bytes);
    session.set("value", bytes);
    assertEquals(SaveOutcome.SAVED, runtime.sessions().save(session).join());
    return session;
  }

  private SessionRuntime start() {
    ClassLoader loader = getClass().getClassLoader();
    return new SessionRuntime(
        ConfigurationParser.parse(settings),
        TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system()),
        List::of);
  }
}
