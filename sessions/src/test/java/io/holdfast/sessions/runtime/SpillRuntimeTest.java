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
import io.holdfast.sessions.model.BlockingValue;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.sessions.nonsticky.FakeNonStickySession;
import io.holdfast.sessions.nonsticky.LoadedSession;
import io.holdfast.sessions.sticky.FailoverResult;
import io.holdfast.sessions.sticky.FakeSession;
import io.holdfast.sessions.sticky.RestoredSession;
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
  void leaveWhenTheStoreIsAwayThenTheNextStartGoesOnFromTheFile() {
    spillInto("spill");
    try (StickyRuntime runtime = sticky()) {
      assertEquals(new StopResult(0, 1), runtime.leave(List.of(session("kept")), DEADLINE));
    }

    try (StickyRuntime runtime = sticky()) {
      FailoverResult takeover = runtime.sessions().takeOver(ID, null);

      RestoredSession restored = assertInstanceOf(FailoverResult.Newer.class, takeover).session();
      assertEquals(Map.of("value", "kept"), restored.attributes());
    }
  }

  @Test
  void leaveWhenThereIsNoDirectoryThenThereIsNoFile() throws IOException {
    try (StickyRuntime runtime = sticky()) {
      assertEquals(new StopResult(0, 0), runtime.leave(List.of(session("lost")), DEADLINE));
    }

    try (Stream<Path> files = Files.list(above)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void leaveWhenTheSessionIsInTheStoreThenThereIsNoFile() throws IOException {
    spillInto("spill");
    try (MemcachedNode node = startedNode()) {
      try (StickyRuntime runtime = sticky()) {
        FakeSession session = session("stored");
        awaitStored(runtime, session);
        assertEquals(new StopResult(0, 0), runtime.leave(List.of(session), DEADLINE));
      }
      assertEquals(1, node.probe().keys().size());
      assertEquals(List.of(), sessionFiles());
    }
  }

  @Test
  void startWhenTheStoreIsThereThenTheFileIsPutBackWithoutARequest() throws IOException {
    spillInto("spill");
    try (StickyRuntime runtime = sticky()) {
      runtime.leave(List.of(session("kept")), DEADLINE);
    }
    assertEquals(1, sessionFiles().size());

    try (MemcachedNode node = startedNode();
        StickyRuntime runtime = sticky()) {
      Await.until("in the store", () -> node.probe().keys().contains("/shop_a"));
      Await.until("the file is gone", this::isEmpty);
      FailoverResult takeover = runtime.sessions().takeOver(ID, null);

      assertEquals(
          Map.of("value", "kept"),
          assertInstanceOf(FailoverResult.Newer.class, takeover).session().attributes());
    }
  }

  @Test
  void requestEndedWhenTheSessionIsStoredAgainThenItsFileIsDeleted() throws IOException {
    spillInto("spill");
    try (StickyRuntime runtime = sticky()) {
      runtime.leave(List.of(session("kept")), DEADLINE);
    }

    try (MemcachedNode node = startedNode()) {
      node.kill();
      try (StickyRuntime runtime = sticky()) {
        FailoverResult takeover = runtime.sessions().takeOver(ID, null);
        FakeSession session =
            new FakeSession(assertInstanceOf(FailoverResult.Newer.class, takeover).session());
        assertFalse(isEmpty());
        node.start();
        awaitStored(runtime, session);
        Await.until("the file is gone", this::isEmpty);
      }
    }
  }

  @Test
  void leaveWhenTheSessionIsSharedThenTheNextStartGoesOnFromTheFile() {
    spillInto("spill");
    settings.put(Setting.STICKY, "false");
    try (NonStickyRuntime runtime = shared()) {
      FakeNonStickySession session =
          new FakeNonStickySession(new SessionId("a"), times(), runtime.sessions().noAttributes());
      session.set("value", "kept");
      assertEquals(new StopResult(1, 1), runtime.leave(List.of(session), DEADLINE));
    }

    try (NonStickyRuntime runtime = shared()) {
      LoadedSession opening = runtime.sessions().look(new SessionId("a"), null, false).join().get();

      LoadedSession.Fresh fresh = assertInstanceOf(LoadedSession.Fresh.class, opening);
      assertEquals("kept", fresh.attributes().get("value"));
    }
  }

  @Test
  void startWhenTheStoreIsThereThenASharedSessionIsPutBackWithoutARequest() throws IOException {
    spillInto("spill");
    settings.put(Setting.STICKY, "false");
    try (NonStickyRuntime runtime = shared()) {
      FakeNonStickySession session =
          new FakeNonStickySession(new SessionId("a"), times(), runtime.sessions().noAttributes());
      session.set("value", "kept");
      runtime.leave(List.of(session), DEADLINE);
    }

    try (MemcachedNode node = startedNode();
        NonStickyRuntime runtime = shared()) {
      Await.until("in the store", () -> node.probe().keys().contains("/shop_a"));
      Await.until("the file is gone", this::isEmpty);
      LoadedSession opening = runtime.sessions().look(new SessionId("a"), null, false).join().get();

      LoadedSession.Fresh fresh = assertInstanceOf(LoadedSession.Fresh.class, opening);
      assertEquals("kept", fresh.attributes().get("value"));
    }
  }

  @Test
  void newWhenOthersHaveAccessToTheDirectoryThenTheStartFails() throws IOException {
    spillInto("spill");
    Path directory = Files.createDirectory(above.resolve("spill"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));

    ConfigurationException refused = assertThrows(ConfigurationException.class, this::sticky);

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
    List<FakeSession> sessions = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      FakeSession session = new FakeSession(new SessionId("s" + i + ".t1"), times());
      session.set("value", "kept");
      sessions.add(session);
    }
    sessions.get(5).set("bad", misbehaviour.attribute());

    try (StickyRuntime runtime = sticky()) {
      assertEquals(new StopResult(0, 11), runtime.leave(sessions, DEADLINE));
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "THROWS_AN_ERROR",
        "RUNS_OUT_OF_MEMORY",
        "OVERFLOWS_THE_STACK",
        "CHANGES_ALL_THE_TIME"
      })
  void leaveWhenAnAttributeOfASharedSessionMisbehavesThenAllAreInFiles(Misbehaviour misbehaviour) {
    spillInto("spill");
    settings.put(Setting.STICKY, "false");
    try (NonStickyRuntime runtime = shared()) {
      List<FakeNonStickySession> sessions = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        FakeNonStickySession session =
            new FakeNonStickySession(
                new SessionId("s" + i), times(), runtime.sessions().noAttributes());
        session.set("value", "kept");
        sessions.add(session);
      }
      sessions.get(5).set("bad", misbehaviour.attribute());

      assertEquals(new StopResult(11, 11), runtime.leave(sessions, DEADLINE));
    }
  }

  /** Its own session waits for it; the stop and the others do not. */
  @Test
  void leaveWhenAnAttributeOfASharedSessionBlocksWhileItIsWrittenThenTheOthersAreInFiles() {
    spillInto("spill");
    settings.put(Setting.STICKY, "false");
    BlockingValue blocking = new BlockingValue();
    try (NonStickyRuntime runtime = shared()) {
      List<FakeNonStickySession> sessions = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        FakeNonStickySession session =
            new FakeNonStickySession(
                new SessionId("s" + i), times(), runtime.sessions().noAttributes());
        session.set("value", "kept");
        sessions.add(session);
      }
      sessions.get(5).set("bad", blocking);

      assertEquals(new StopResult(11, 10), runtime.leave(sessions, DEADLINE));
    } finally {
      blocking.release();
    }
  }

  @Test
  void leaveWhenAnAttributeBlocksWhileItIsWrittenThenTheOtherSessionsAreInFiles() {
    spillInto("spill");
    BlockingValue blocking = new BlockingValue();
    try (StickyRuntime runtime = sticky()) {
      List<FakeSession> sessions = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        FakeSession session = new FakeSession(new SessionId("s" + i), times());
        session.set("value", "kept");
        sessions.add(session);
      }
      sessions.get(5).set("bad", blocking);

      assertEquals(10, runtime.leave(sessions, DEADLINE).inFiles());
    } finally {
      blocking.release();
    }
  }

  private static void awaitStored(StickyRuntime runtime, FakeSession session) {
    Await.until(
        "the session is stored",
        () -> {
          runtime.sessions().requestEnded(session);
          return !session.backupState().nodeIds().isEmpty();
        });
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

  private static FakeSession session(String value) {
    FakeSession session = new FakeSession(ID, times());
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

  private StickyRuntime sticky() {
    return new StickyRuntime(ConfigurationParser.parse(settings), context(), List::of);
  }

  private NonStickyRuntime shared() {
    return new NonStickyRuntime(ConfigurationParser.parse(settings), context(), List::of);
  }

  private WebAppContext context() {
    ClassLoader loader = getClass().getClassLoader();
    return new WebAppContext(
        "localhost", "/shop", null, loader, loader, null, InstantSource.system());
  }
}
