package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code of the application runs on threads of requests and of backups: never on the timer's, which
 * renews leases, nor on one that reads a node's answers.
 */
@Timeout(120)
final class InfrastructureThreadsTest {

  private static final SessionId ID = new SessionId("a");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ThreadProbe probe = new ThreadProbe();
  private final List<FakeInstance> local = new ArrayList<>();
  private MemcachedNode one;
  private MemcachedNode other;

  @BeforeEach
  void startNodes() {
    one = MemcachedNodes.start();
    other = MemcachedNodes.start();
  }

  @AfterEach
  void stopNodes() {
    one.close();
    other.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnotherIsOnItsWayThenEncodesBesideTheTimer(Granularity granularity) {
    try (SessionRuntime runtime = start(granularity, one)) {
      FakeInstance session = create(runtime);
      one.freeze();
      session.set("first", "1");
      CompletableFuture<SaveOutcome> first = runtime.sessions().save(session);
      session.set("second", "2");
      CompletableFuture<SaveOutcome> second = runtime.sessions().save(session);
      one.thaw();

      assertEquals(SaveOutcome.SAVED, first.join());
      assertEquals(SaveOutcome.SAVED, second.join());
      assertNoIntrusion();
    }
  }

  /** A request that waits for its save anyway; one of a backup in the background. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void saveWhenStickyThenEncodesOnTheThreadThatAsksForItOrInTheBackground(boolean isBehind) {
    try (SessionRuntime runtime = startSticky("t1")) {
      FakeInstance session = create(runtime);
      probe.callers().clear();
      session.set("more", "text");

      if (isBehind) {
        runtime.saveInBackground(session, () -> runtime.sessions().save(session));
        Await.until("saved", () -> !session.instanceState().isNotStored());
        Await.until("encoded", () -> !probe.callers().isEmpty());
      } else {
        assertEquals(SaveOutcome.SAVED, runtime.sessions().save(session).join());
      }

      String caller = Thread.currentThread().getName();
      assertEquals(isBehind ? Set.of() : probe.callers(), of(caller));
      assertNoIntrusion();
    }
  }

  /** What was done on this thread. */
  private Set<String> of(String thread) {
    return probe.callers().stream()
        .filter(call -> call.endsWith(" on " + thread))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void openWhenAnotherTomcatStoredTheSessionThenTheCallerDecodes(Granularity granularity) {
    try (SessionRuntime first = start(granularity, one);
        SessionRuntime second = start(granularity, one)) {
      var unused = create(first);

      FakeInstance opened = open(second);

      assertEquals("user", opened.principal());
      assertEquals("text", opened.get("value"));
      assertNoIntrusion();
    }
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnotherTomcatWasFasterThenLaysItsChangesOverBesideTheReader(
      Granularity granularity) {
    try (SessionRuntime first = start(granularity, one);
        SessionRuntime second = start(granularity, one)) {
      FakeInstance session = create(first);
      FakeInstance copy = open(second);
      copy.set("theirs", "2");
      copy.logIn("FORM", "another");
      assertEquals(SaveOutcome.SAVED, second.sessions().save(copy).join());
      session.set("ours", "1");

      assertEquals(SaveOutcome.SAVED, first.sessions().save(session).join());

      assertEquals("1", open(second).get("ours"));
      assertEquals("2", open(first).get("theirs"));
      assertNoIntrusion();
    }
  }

  @ParameterizedTest
  @EnumSource
  void renamedWhenAnotherTomcatWroteUnderTheFormerIdThenTakesThatAlongBesideTheReader(
      Granularity granularity) {
    try (SessionRuntime first = start(granularity, one);
        SessionRuntime second = start(granularity, one)) {
      FakeInstance session = create(first);
      FakeInstance copy = open(second);
      copy.set("theirs", "2");
      assertEquals(SaveOutcome.SAVED, second.sessions().save(copy).join());
      session.changeId(new SessionId("b"));

      var unused = first.sessions().renamed(session, ID).join();

      assertEquals("2", open(second, new SessionId("b")).get("theirs"));
      assertNoIntrusion();
    }
  }

  @ParameterizedTest
  @EnumSource
  void repairWhenTheNodeCameBackEmptyThenEncodesBesideTheReader(Granularity granularity) {
    try (SessionRuntime runtime = start(granularity, one)) {
      FakeInstance session = create(runtime);
      assertTrue(one.probe().delete("a"));
      session.set("more", "1");

      runtime.sessions().repair(session).join();

      assertNotNull(one.probe().get("a"));
      assertNoIntrusion();
    }
  }

  @ParameterizedTest
  @EnumSource
  void openWhenRecordsCrossThenJoinsThemBesideTheReader(Granularity granularity) {
    try (SessionRuntime both = start(granularity, one, other);
        SessionRuntime first = start(granularity, one);
        SessionRuntime second = start(granularity, other)) {
      var unused = create(both);
      Await.until("both have a copy", () -> other.probe().get("a") != null);
      Await.until("both have a copy", () -> one.probe().get("a") != null);
      FakeInstance left = open(first);
      FakeInstance right = open(second);
      left.set("left", "1");
      right.set("right", "2");
      assertEquals(SaveOutcome.SAVED, first.sessions().save(left).join());
      assertEquals(SaveOutcome.SAVED, second.sessions().save(right).join());

      FakeInstance joined = open(both);

      assertEquals("1", joined.get("left"));
      assertEquals("2", joined.get("right"));
      assertNoIntrusion();
    }
  }

  @Test
  void stickyWhenBackedUpTakenOverAndStoredAgainThenNoSharedThreadCallsTheApplication() {
    try (SessionRuntime first = startSticky("t1");
        SessionRuntime second = startSticky("t2")) {
      long now = System.currentTimeMillis();
      FakeInstance session =
          new FakeInstance(
              new SessionId("a.t1"),
              new SessionTimes(now, now, now, 1_800),
              first.sessions().noAttributes());
      local.add(session);
      session.logIn("FORM", "user");
      session.set("value", new ArrayList<>(List.of("text")));
      first.saveInBackground(session, () -> first.sessions().save(session));
      Await.until("stored", () -> one.probe().get("a") != null);
      one.kill();
      Await.until("lost", () -> !first.health().isAvailable("n1"));
      one.start();
      Await.until("stored again", () -> one.probe().get("a") != null);
      Await.until("seen", () -> second.health().isAvailable("n1"));

      FakeInstance taken = open(second, new SessionId("a.t1"));

      assertEquals(List.of("text"), taken.get("value"));
      assertNoIntrusion();
    }
  }

  private void assertNoIntrusion() {
    assertFalse(probe.callers().isEmpty(), "the serializer was never called");
    assertEquals(Set.of(), probe.intrusions());
  }

  private FakeInstance create(SessionRuntime runtime) {
    long now = System.currentTimeMillis();
    FakeInstance session =
        new FakeInstance(
            ID, new SessionTimes(now, now, now, 1_800), runtime.sessions().noAttributes());
    session.instanceState().use().accessStarted();
    session.set("value", "text");
    session.logIn("FORM", "user");
    local.add(session);
    assertEquals(SaveOutcome.SAVED, runtime.sessions().save(session).join());
    return session;
  }

  private static FakeInstance open(SessionRuntime runtime) {
    return open(runtime, ID);
  }

  private static FakeInstance open(SessionRuntime runtime, SessionId id) {
    LoadedSession opening = runtime.sessions().look(id, null, false).join().get();
    return new FakeInstance(assertInstanceOf(LoadedSession.Fresh.class, opening));
  }

  private SessionRuntime start(Granularity granularity, MemcachedNode... nodes) {
    Map<Setting<?>, String> settings = settings(nodes);
    settings.put(Setting.STICKY, "false");
    settings.put(Setting.GRANULARITY, granularity.name().toLowerCase(Locale.ROOT));
    return new SessionRuntime(ConfigurationParser.parse(settings), context("shop"), () -> local);
  }

  private SessionRuntime startSticky(String name) {
    return new SessionRuntime(
        ConfigurationParser.parse(settings(one)), context(name), () -> List.copyOf(local));
  }

  private static Map<Setting<?>, String> settings(MemcachedNode... nodes) {
    Map<Setting<?>, String> settings = new TreeMap<>();
    List<String> list = new ArrayList<>();
    for (MemcachedNode node : nodes) {
      list.add("n" + (list.size() + 1) + ":" + node.address());
    }
    settings.put(Setting.MEMCACHED_NODES, String.join(",", list));
    settings.put(Setting.STORAGE_KEY_PREFIX, "");
    settings.put(Setting.OPERATION_TIMEOUT, "" + PATIENCE.toMillis());
    return settings;
  }

  private WebAppContext context(String name) {
    ClassLoader loader = getClass().getClassLoader();
    return TestApplication.of(
        "localhost", "/" + name, null, loader, loader, probe, InstantSource.system());
  }
}
