package io.holdfast.sessions.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Persian;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SessionDirectoryTest {

  private static final Duration INTERVAL = Duration.ofMinutes(30);

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final FaultyStore n1 = new FaultyStore("n1", clock);
  private final FaultyStore n2 = new FaultyStore("n2", clock);
  private final FaultyStore n3 = new FaultyStore("n3", clock);
  private final Map<String, FaultyStore> stores = Map.of("n1", n1, "n2", n2, "n3", n3);
  private final Set<String> lost = new HashSet<>();
  private final Placement placement =
      new Placement(List.of("n1", "n2", "n3"), Set.of(), 1, node -> !lost.contains(node));
  private final NodeSet nodes = new NodeSet(placement, Map.copyOf(stores));
  private final StorageKeys keys = StorageKeys.parse("context", "localhost", "/shop", null);
  private final SessionDirectory directory =
      new SessionDirectory(new SharedLines(() -> nodes), keys, plain(keys), clock);

  @Test
  void putWhenSeveralThenEachUserHasTheirOwnTheLatestFirst() {
    put("ann", "a1");
    clock.advance(Duration.ofSeconds(1));
    put("ann", "a2");
    put("bob", "b1");

    assertEquals(List.of("a2", "a1"), sessionsOf("ann"));
    assertEquals(List.of("b1"), sessionsOf("bob"));
    assertEquals(List.of(), sessionsOf("Ann"));
  }

  @Test
  void putWhenTheMachinesLanguageHasOtherDigitsThenItIsThere() {
    Persian.during(() -> put("ann", "a1"));

    assertEquals(List.of("a1"), sessionsOf("ann"));
  }

  @Test
  void putWhenTheIdHasChangedThenTheFormerOneIsGone() {
    put("ann", "a1");

    assertTrue(directory.put("ann", listed("a2"), new SessionId("a1.t1")).join());

    assertEquals(List.of("a2"), sessionsOf("ann"));
  }

  @Test
  void putWhenTwoTomcatsDoAtOnceThenBothAreThere() {
    boolean[] isFirst = {true};
    for (FaultyStore node : List.of(n1, n2, n3)) {
      node.onLoad(
          () -> {
            if (isFirst[0]) { // between the read and the write of the other
              isFirst[0] = false;
              put("ann", "theirs");
            }
          });
    }

    put("ann", "ours");

    assertEquals(Set.of("ours", "theirs"), Set.copyOf(sessionsOf("ann")));
  }

  @Test
  void listWhenOneOfItsNodesLostItThenItIsThereAndComesBackWithTheNextChange() {
    put("ann", "a1");
    List<FaultyStore> holders = holders("ann");
    assertEquals(2, holders.size());
    holders.get(0).wipe();

    assertEquals(List.of("a1"), sessionsOf("ann"));
    put("ann", "a2");
    holders.get(1).wipe();

    assertEquals(Set.of("a1", "a2"), Set.copyOf(sessionsOf("ann")));
  }

  @Test
  void putWhenOneNodeFailsThenItIsThere() {
    for (FaultyStore node : List.of(n1, n2, n3)) {
      node.failWith(Reason.TIMEOUT);
      put("ann", "a1");
      node.heal();
      assertEquals(List.of("a1"), sessionsOf("ann"));
    }
  }

  /** The third node has none of it: what it says is not that the user has no session. */
  @Test
  void listWhenNeitherOfItsNodesAnswersThenIsNotKnown() {
    put("ann", "a1");
    List<FaultyStore> holders = holders("ann");
    holders.forEach(node -> node.failWith(Reason.TIMEOUT));

    assertNull(directory.sessionsOf("ann").join());

    holders.get(0).heal();
    assertEquals(List.of("a1"), sessionsOf("ann"));
  }

  /** The third node of the list has stood in for the first one. */
  @Test
  void removeWhenALostNodeHasReturnedThenTheOneThatStoodInHasNothing() {
    put("ann", "a1");
    putWithoutTheFirst("a2");
    put("ann", "a2");

    assertTrue(directory.remove("ann", List.of(new SessionId("a1"), new SessionId("a2"))).join());

    assertEquals(List.of(), sessionsOf("ann"));
    assertEquals(List.of(), holders("ann"));
  }

  @Test
  void putWhenTheReturnedNodeDoesNotTakeItThenTheOneThatStoodInHasItToo() {
    putWithoutTheFirst("a1");
    FaultyStore first = nodeOfAnn(0);
    first.onStore(() -> first.failWith(Reason.TIMEOUT));

    put("ann", "a2");

    first.heal();
    nodeOfAnn(1).wipe();
    assertEquals(Set.of("a1", "a2"), Set.copyOf(sessionsOf("ann")));
  }

  @Test
  void removeWhenTheReturnedNodeDoesNotTakeItThenItIsListedNowhere() {
    putWithoutTheFirst("a1");
    FaultyStore first = nodeOfAnn(0);
    first.onStore(() -> first.failWith(Reason.TIMEOUT));

    assertTrue(directory.remove("ann", List.of(new SessionId("a1"))).join());

    first.heal();
    assertEquals(List.of(), sessionsOf("ann"));
  }

  @Test
  void sessionsWhenNoNodeAnswersThenThatIsKnown() {
    put("ann", "a1");
    Stream.of(n1, n2, n3).forEach(node -> node.failWith(Reason.TIMEOUT));

    assertNull(directory.sessionsOf("ann").join());
    assertFalse(directory.put("ann", listed("a2"), null).join());
    assertFalse(directory.announceEnd(List.of(listed("a1"))).join());
  }

  @Test
  void removeWhenItWasTheLastThenNothingIsLeft() {
    put("ann", "a1");

    assertTrue(directory.remove("ann", List.of(new SessionId("a1.t2"))).join());

    assertEquals(List.of(), sessionsOf("ann"));
    assertEquals(List.of(), holders("ann"));
  }

  @Test
  void listWhenTheTimeOfASessionIsUpThenItIsLeftOut() {
    put("ann", "a1");
    clock.advance(INTERVAL);
    put("ann", "a2");
    clock.advance(Duration.ofMinutes(10));

    assertEquals(List.of("a2"), sessionsOf("ann"));
  }

  @Test
  void listWhenItIsFullThenThoseUsedLastStay() {
    IntStream.range(0, SessionDirectory.MOST)
        .forEach(
            i -> {
              clock.advance(Duration.ofMillis(1));
              put("ann", "s" + i);
            });
    clock.advance(Duration.ofMillis(1));
    put("ann", "last");

    List<String> found = sessionsOf("ann");
    assertEquals(SessionDirectory.MOST, found.size());
    assertEquals("last", found.get(0));
    assertFalse(found.contains("s0"));
  }

  /** A program that writes to a node can write anything. */
  @Test
  void listWhenLinesAreNoneThenTheyArePassedOver() {
    put("ann", "a1");
    for (String junk : List.of("", "a b", "x 1 2 z t", ". 1 2 3 t", "x.y 1 2 99999999999999 t")) {
      for (FaultyStore node : holders("ann")) {
        String lines = "\0\1\n" + junk + "\n" + listed("a1").line() + "\n";
        node.store(
                keys.userKeyOf(StorageKeys.userHash("ann")),
                lines.getBytes(StandardCharsets.ISO_8859_1),
                TimeToLive.UNLIMITED,
                WriteCondition.always())
            .join();
      }

      assertEquals(List.of("a1"), sessionsOf("ann"));
    }
  }

  @Test
  void noticeWhenAnnouncedThenEveryTomcatHearsOfItWithTheTime() throws Exception {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      directory.start(timer, threads, (id, at) -> heard.add(id + " " + (clock.millis() - at)));

      assertTrue(directory.announceEnd(List.of(listed("abcdefghij"))).join());
      Await.until("heard", () -> !heard.isEmpty());
      clock.advance(Duration.ofSeconds(3));
      Await.until("heard again", () -> heard.contains("abcdef… 3000"));

      assertTrue(heard.contains("abcdef… 0"), heard.toString());
    } finally {
      timer.shutdownNow();
      threads.shutdownNow();
    }
  }

  /** A Tomcat that has it in memory would take it for a later session that got the same id. */
  @Test
  void noticeWhenTheSessionWasCreatedByAClockThatIsAheadThenItIsMeantAllTheSame() throws Exception {
    ListedSession young = listed("abcdefghij");
    clock.advance(Duration.ofSeconds(-5)); // of the Tomcat that ends it
    Queue<Long> heard = new ConcurrentLinkedQueue<>();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      directory.start(timer, threads, (id, createdBefore) -> heard.add(createdBefore));

      assertTrue(directory.announceEnd(List.of(young)).join());
      Await.until("heard", () -> !heard.isEmpty());

      assertEquals(young.created(), heard.peek());
    } finally {
      timer.shutdownNow();
      threads.shutdownNow();
    }
  }

  @Test
  void noticeWhenALookFailedForWantOfMemoryThenItIsHeardWithTheNextOne() throws Exception {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    assertTrue(directory.announceEnd(List.of(listed("abcdefghij"))).join());
    AtomicInteger failures = new AtomicInteger(1);
    for (FaultyStore node : stores.values()) {
      node.onLoad(
          () -> {
            if (failures.getAndDecrement() > 0) {
              throw new OutOfMemoryError("told to fail by the test");
            }
          });
    }
    try {
      directory.start(timer, threads, (id, at) -> heard.add(id.toString()));

      Await.until("heard", () -> !heard.isEmpty());
    } finally {
      timer.shutdownNow();
      threads.shutdownNow();
    }
  }

  @Test
  void nameWhenShownThenSaysNothingOfTheId() {
    assertEquals(16, listed("a1").name().length());
    assertEquals(listed("a1").name(), ListedSession.nameOf(new SessionId("a1.t3")));
    assertFalse(listed("a1").name().contains("a1"));
  }

  private void put(String user, String base) {
    assertTrue(directory.put(user, listed(base), null).join());
  }

  private void putWithoutTheFirst(String base) {
    FaultyStore first = nodeOfAnn(0);
    first.failWith(Reason.TIMEOUT);
    lost.add(placement.commonOrder(keys.userKeyOf(StorageKeys.userHash("ann"))).get(0));
    put("ann", base);
    lost.clear();
    first.heal();
  }

  /** The nodes of the list, in their order when all are there. */
  private FaultyStore nodeOfAnn(int place) {
    String name = placement.commonOrder(keys.userKeyOf(StorageKeys.userHash("ann"))).get(place);
    return Objects.requireNonNull(stores.get(name));
  }

  private ListedSession listed(String base) {
    long now = clock.millis();
    return new ListedSession(base, now, now, now + INTERVAL.toMillis(), "t1");
  }

  private List<String> sessionsOf(String user) {
    CompletableFuture<List<ListedSession>> found = directory.sessionsOf(user);
    return found.join().stream().map(ListedSession::base).toList();
  }

  private List<FaultyStore> holders(String user) {
    return Stream.of(n1, n2, n3)
        .filter(node -> node.keys().contains(keys.userKeyOf(StorageKeys.userHash(user))))
        .toList();
  }

  /** As where nothing is sealed. */
  static Function<String, List<String>> plain(StorageKeys keys) {
    return user -> List.of(keys.userKeyOf(StorageKeys.userHash(user)));
  }

  /** As while Tomcats get another key one after the other. */
  @Test
  void sessionsWhenThereAreSeveralKeysThenThoseUnderEachAreListedAndEnd() {
    SessionDirectory before = withKeys("k1");
    SessionDirectory after = withKeys("k2", "k1");
    SessionDirectory behind = withKeys("k1", "k2");
    assertTrue(before.put("ann", listed("A"), null).join());
    assertTrue(after.put("ann", listed("B"), null).join());

    assertEquals(Set.of("A", "B"), bases(after));
    assertEquals(Set.of("A", "B"), bases(behind));

    assertTrue(after.put("ann", listed("C"), new SessionId("A")).join());
    assertEquals(Set.of("B", "C"), bases(after));

    assertTrue(behind.remove("ann", List.of(new SessionId("B"), new SessionId("C"))).join());
    assertEquals(Set.of(), bases(after));
  }

  private SessionDirectory withKeys(String... names) {
    return new SessionDirectory(
        new SharedLines(() -> nodes),
        keys,
        user -> Stream.of(names).map(name -> keys.userKeyOf(name + user)).toList(),
        clock);
  }

  private static Set<String> bases(SessionDirectory directory) {
    return Objects.requireNonNull(directory.sessionsOf("ann").join()).stream()
        .map(ListedSession::base)
        .collect(Collectors.toSet());
  }
}
