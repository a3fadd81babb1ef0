package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.model.BlockingValue;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that go to files when one application stops and come back when it starts. */
@Timeout(120)
final class SpillRuntimeTest {

  private static final SessionId ID = new SessionId("a.t1");
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  @TempDir private Path above;

  private final Map<Setting<?>, String> settings = new TreeMap<>();

  SpillRuntimeTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:127.0.0.1:" + FreePort.find());
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "200");
  }

  @AfterEach
  void noThreadIsLeft() {
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void leaveWhenThereIsNoDirectoryThenThereIsNoFile() throws IOException {
    try (SessionRuntime runtime = start()) {
      assertEquals(
          new StopResult(1, 0), runtime.leave(List.of(session(runtime, "lost")), DEADLINE));
    }

    try (Stream<Path> files = Files.list(above)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void leaveWhenTheSessionIsInTheStoreThenThereIsNoFile() throws IOException {
    spillInto("spill");
    try (MemcachedNode node = startedNode()) {
      try (SessionRuntime runtime = start()) {
        FakeInstance session = session(runtime, "stored");
        awaitStored(runtime, session);
        assertEquals(new StopResult(0, 0), runtime.leave(List.of(session), DEADLINE));
      }
      assertEquals(1, node.probe().keys().size());
      assertEquals(List.of(), sessionFiles());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void saveWhenTheSessionIsStoredAgainThenItsFileIsDeleted(String sticky) throws IOException {
    spillInto("spill");
    settings.put(Setting.STICKY, sticky);
    try (SessionRuntime runtime = start()) {
      runtime.leave(List.of(session(runtime, "kept")), DEADLINE);
    }

    try (MemcachedNode node = startedNode()) {
      node.kill();
      try (SessionRuntime runtime = start()) {
        LoadedSession opening = runtime.sessions().look(ID, null, false).join().get();
        FakeInstance session =
            new FakeInstance(assertInstanceOf(LoadedSession.Fresh.class, opening));
        assertFalse(isEmpty());
        node.start();
        awaitStored(runtime, session);
        Await.until("the file is gone", this::isEmpty);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void leaveWhenTheStoreIsAwayThenTheNextStartGoesOnFromTheFile(String sticky) {
    spillInto("spill");
    settings.put(Setting.STICKY, sticky);
    try (SessionRuntime runtime = start()) {
      FakeInstance session = session(runtime, "kept");
      assertEquals(new StopResult(1, 1), runtime.leave(List.of(session), DEADLINE));
    }

    try (SessionRuntime runtime = start()) {
      LoadedSession opening = runtime.sessions().look(ID, null, false).join().get();

      LoadedSession.Fresh fresh = assertInstanceOf(LoadedSession.Fresh.class, opening);
      assertEquals("kept", fresh.attributes().get("value"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void startWhenTheStoreIsThereThenTheFileIsPutBackWithoutARequest(String sticky)
      throws IOException {
    spillInto("spill");
    settings.put(Setting.STICKY, sticky);
    try (SessionRuntime runtime = start()) {
      FakeInstance session = session(runtime, "kept");
      runtime.leave(List.of(session), DEADLINE);
    }

    try (MemcachedNode node = startedNode();
        SessionRuntime runtime = start()) {
      Await.until("in the store", () -> node.probe().keys().contains("/shop_a"));
      Await.until("the file is gone", this::isEmpty);
      LoadedSession opening = runtime.sessions().look(ID, null, false).join().get();

      LoadedSession.Fresh fresh = assertInstanceOf(LoadedSession.Fresh.class, opening);
      assertEquals("kept", fresh.attributes().get("value"));
    }
  }

  @Test
  void newWhenOthersHaveAccessToTheDirectoryThenTheStartFails() throws IOException {
    spillInto("spill");
    Path directory = Files.createDirectory(above.resolve("spill"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));

    ConfigurationException refused = assertThrows(ConfigurationException.class, this::start);

    assertEquals("spillDirectory", refused.attribute());
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "THROWS_AN_ERROR",
        "RUNS_OUT_OF_MEMORY",
        "OVERFLOWS_THE_STACK",
        "CHANGES_ALL_THE_TIME"
      })
  void leaveWhenOneAttributeMisbehavesThenAllSessionsAreInFiles(Misbehaviour misbehaviour) {
    spillInto("spill");
    try (SessionRuntime runtime = start()) {
      List<FakeInstance> sessions = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        FakeInstance session =
            new FakeInstance(new SessionId("s" + i), times(), runtime.sessions().noAttributes());
        session.set("value", "kept");
        sessions.add(session);
      }
      sessions.get(5).set("bad", misbehaviour.attribute());

      assertEquals(new StopResult(11, 11), runtime.leave(sessions, DEADLINE));
    }
  }

  /** Its own session waits for it; the stop and the others do not. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void leaveWhenAnAttributeBlocksWhileItIsWrittenThenTheOthersAreInFiles(String sticky) {
    spillInto("spill");
    settings.put(Setting.STICKY, sticky);
    BlockingValue blocking = new BlockingValue();
    try (SessionRuntime runtime = start()) {
      List<FakeInstance> sessions = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        FakeInstance session =
            new FakeInstance(new SessionId("s" + i), times(), runtime.sessions().noAttributes());
        session.set("value", "kept");
        sessions.add(session);
      }
      sessions.get(5).set("bad", blocking);

      assertEquals(new StopResult(11, 10), runtime.leave(sessions, DEADLINE));
    } finally {
      blocking.release();
    }

    try (SessionRuntime runtime = start()) {
      for (int i = 0; i < 11; i++) {
        if (i != 5) {
          LoadedSession opening =
              runtime.sessions().look(new SessionId("s" + i), null, false).join().get();
          LoadedSession.Fresh fresh = assertInstanceOf(LoadedSession.Fresh.class, opening);
          assertEquals("kept", fresh.attributes().get("value"));
        }
      }
    }
  }

  private static void awaitStored(SessionRuntime runtime, FakeInstance session) {
    Await.until(
        "the session is stored",
        () ->
            runtime.sessions().save(session).join().isSettled()
                && !session.instanceState().isNotStored());
  }

  private MemcachedNode startedNode() {
    MemcachedNode node = MemcachedNodes.start();
    settings.put(Setting.MEMCACHED_NODES, "n1:" + node.address());
    settings.put(Setting.OPERATION_TIMEOUT, "5000"); // it answers, on a busy machine too
    return node;
  }

  private void spillInto(String name) {
    settings.put(Setting.SPILL_DIRECTORY, above.resolve(name).toString());
  }

  private static FakeInstance session(SessionRuntime runtime, String value) {
    FakeInstance session = new FakeInstance(ID, times(), runtime.sessions().noAttributes());
    session.set("value", value);
    return session;
  }

  private static SessionTimes times() {
    long now = System.currentTimeMillis();
    return new SessionTimes(now, now, now, 1_800);
  }

  private boolean isEmpty() {
    try {
      return sessionFiles().isEmpty();
    } catch (IOException | UncheckedIOException e) {
      return false; // a file went away while the directory was read
    }
  }

  private List<Path> sessionFiles() throws IOException {
    try (Stream<Path> files = Files.walk(above)) {
      return files.filter(file -> file.toString().endsWith(".session")).toList();
    }
  }

  private SessionRuntime start() {
    return new SessionRuntime(ConfigurationParser.parse(settings), context(), List::of);
  }

  private WebAppContext context() {
    ClassLoader loader = getClass().getClassLoader();
    return TestApplication.of(
        "localhost", "/shop", null, loader, loader, null, InstantSource.system());
  }
}
