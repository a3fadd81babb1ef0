package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.InMemoryStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.node.ResyncProgress;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What happens to sessions without a request when nodes come and go. */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class StickyResyncTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final OneTomcat tomcat = new OneTomcat("t1", nodes);
  private final InMemoryStore n1 = nodes.get("n1");
  private final InMemoryStore n2 = nodes.get("n2");

  @AfterEach
  void close() {
    tomcat.close();
  }

  @Test
  void nodeLostWhenItHeldSessionsThenTheNextNodeGetsThem() {
    Set<String> all = createStored(20);
    Set<String> onSecond = n2.keys();

    tomcat.lose("n1");

    assertEquals(all, n2.keys());
    assertEquals(onSecond.size(), n2.operations().stream().filter(onSecondOnly(onSecond)).count());
  }

  @Test
  void reconnectedWhenANodeHasNotDeletedASessionThenItDoes() {
    FakeSession session = tomcat.createStored("s", "apple");
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    tomcat.invalidate(session);
    tomcat.settle();
    tomcat.awaitBackup("s");
    nodes.ids().forEach(id -> nodes.get(id).heal());
    assertEquals(Set.of("s"), stored());

    nodes.ids().forEach(tomcat.resync::reconnected);
    tomcat.settle();

    assertEquals(Set.of(), stored());
  }

  /** The queue of backups is full, or closed. */
  @Test
  void repeatEndsWhenADeletionCouldNotBeAskedForThenTheRecordIsDeleted() {
    FakeSession session = tomcat.createStored("s", "apple");
    tomcat.close();
    tomcat.invalidate(session);
    assertEquals(Set.of("s"), stored());

    tomcat.resync.repeatEnds();

    assertEquals(Set.of(), stored());
  }

  @Test
  void nodeReturnedWhenItIsEmptyThenItsSessionsAreThereAgain() {
    createStored(20);
    Set<String> before = n1.keys();
    tomcat.lose("n1");
    n1.wipe();

    tomcat.returned("n1");

    assertEquals(before, n1.keys());
  }

  @Test
  void nodeReturnedWhenItKeptOldRecordsThenTheyAreReplaced() {
    createStored(20);
    tomcat.lose("n1");
    tomcat.sessions.values().forEach(s -> tomcat.request(s, r -> r.set("value", "new")));

    tomcat.returned("n1");
    nodes.get("n2").wipe();

    try (OneTomcat other = new OneTomcat("t2", nodes)) {
      for (String base : n1.keys()) {
        RestoredSession loaded = other.load(new SessionId(base));
        assertNotNull(loaded);
        assertEquals("new", loaded.attributes().get("value"));
      }
    }
  }

  @Test
  void nodeReturnedWhenASessionEndedMeanwhileThenItsOldRecordGoes() {
    createStored(20);
    tomcat.lose("n1");
    List.copyOf(tomcat.sessions.values()).forEach(tomcat::invalidate);

    tomcat.returned("n1");

    assertEquals(Set.of(), n1.keys());
    assertEquals(Set.of(), n2.keys());
  }

  @Test
  void reconnectedWhenTheNodeWasStartedAnewThenItsSessionsAreThereAgain() {
    createStored(20);
    Set<String> before = n1.keys();
    n1.wipe();

    tomcat.resync.reconnected("n1");
    tomcat.settle();

    assertEquals(before, n1.keys());
  }

  /** A node that refuses does not count as lost, and so never returns. */
  @Test
  void stragglersWhenANodeRefusedForLongerThanABackupIsRepeatedThenAreStored() {
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    createStored(3);
    tomcat.settle();
    nodes.ids().forEach(id -> nodes.get(id).heal());
    assertEquals(Set.of(), stored());

    tomcat.resync.stragglers();
    tomcat.settle();

    assertEquals(Set.of("s0", "s1", "s2"), stored());
    assertEquals(new ResyncProgress(0, 3), tomcat.resync.progress());
    tomcat.resync.stragglers();
    assertEquals(new ResyncProgress(0, 3), tomcat.resync.progress());
  }

  private Set<String> stored() {
    Set<String> all = new TreeSet<>(n1.keys());
    all.addAll(n2.keys());
    return all;
  }

  @Test
  void nodeReturnedWhenManySessionsThenABatchAtATimeAndTheLatestUsedFirst() {
    OneNode one = new OneNode();
    try (OneTomcat alone = one.tomcat) {
      for (int i = 0; i < 250; i++) {
        one.nodes.clock.advance(Duration.ofMillis(1));
        alone.createStored("s" + i, i);
      }
      alone.lose("n1");
      one.node.wipe();
      one.node.heal();
      one.nodes.clearOperations();

      alone.health.succeeded("n1");
      alone.timer.advance(Duration.ofMillis(1));
      alone.awaitBackups();

      assertEquals(names(150, 250), one.node.keys());
      assertEquals(
          "store s249",
          one.node.operations().stream().filter(o -> o.startsWith("store")).findFirst().orElse(""));
      alone.timer.advance(Duration.ofMillis(100));
      alone.awaitBackups();
      assertEquals(names(50, 250), one.node.keys());
      alone.timer.advance(Duration.ofMillis(100));
      alone.awaitBackups();
      assertEquals(names(0, 250), one.node.keys());
      assertEquals(null, alone.timer.untilNext());
    }
  }

  @Test
  void nodeReturnedWhenItComesAndGoesThenASessionWaitsOnlyOnce() {
    OneNode one = new OneNode();
    try (OneTomcat alone = one.tomcat) {
      for (int i = 0; i < 150; i++) {
        alone.createStored("s" + i, i);
      }
      one.nodes.clearOperations();
      for (int i = 0; i < 10; i++) {
        alone.resync.reconnected("n1");
      }

      alone.settle();

      assertEquals(150, one.nodes.count("store"));
    }
  }

  @Test
  void nodeLostWhenItIsTheOnlyOneThenNothingIsSentUntilItReturns() {
    OneNode one = new OneNode();
    try (OneTomcat alone = one.tomcat) {
      alone.createStored("a", 1);
      one.nodes.clearOperations();

      alone.lose("n1");
      assertEquals(List.of(), one.nodes.operations());
      one.node.wipe();
      alone.returned("n1");

      assertEquals(Set.of("a"), one.node.keys());
    }
  }

  @Test
  void nodeReturnedWhenBackupsHaveStoppedThenNothingHappens() {
    createStored(5);
    tomcat.timer.shutdownNow();
    tomcat.close();
    nodes.clearOperations();

    tomcat.resync.nodeReturned("n1");
    tomcat.timer.advance(Duration.ofMinutes(1));

    assertEquals(List.of(), nodes.operations());
  }

  /** A session that moved stays in the memory of the Tomcat it left, until it expires there. */
  @Test
  void nodeReturnedWhenASessionHasMovedThenItsOldCopyIsNotStored() {
    OneNode one = new OneNode();
    try (OneTomcat left = one.tomcat;
        OneTomcat owner = new OneTomcat("t2", one.nodes)) {
      left.createStored("a", "old");
      one.nodes.clock.advance(Duration.ofMillis(1));
      FakeSession session = owner.takeOver("a");
      assertNotNull(session);
      owner.request(session, s -> s.set("value", "new"));
      one.node.wipe();
      owner.resync.reconnected("n1");
      owner.settle();

      left.resync.reconnected("n1");
      left.settle();
      left.sessions.values().forEach(left.service::containerStopping);
      left.awaitBackups();

      RestoredSession loaded = left.load(session.sessionId());
      assertNotNull(loaded);
      assertEquals("new", loaded.attributes().get("value"));
    }
  }

  @Test
  void nodeReturnedWhenTheOldCopyWasStoredFirstThenTheOwnersReplacesIt() {
    OneNode one = new OneNode();
    try (OneTomcat left = one.tomcat;
        OneTomcat owner = new OneTomcat("t2", one.nodes)) {
      left.createStored("a", "old");
      one.nodes.clock.advance(Duration.ofMillis(1));
      FakeSession session = owner.takeOver("a");
      assertNotNull(session);
      owner.request(session, s -> s.set("value", "new"));
      one.node.wipe();
      for (int i = 0; i < 5; i++) {
        left.resync.reconnected("n1");
        left.settle();
      }

      owner.resync.reconnected("n1");
      owner.settle();

      RestoredSession loaded = left.load(session.sessionId());
      assertNotNull(loaded);
      assertEquals("new", loaded.attributes().get("value"));
    }
  }

  @Test
  void nodeLostWhenTwoCopiesThenTheLostOneIsMadeAgain() {
    Nodes three = new Nodes("n1", "n2", "n3");
    try (OneTomcat careful = new OneTomcat("t1", three, Settings.SYNC.withCopies(2))) {
      FakeSession session = careful.createStored("a", 1); // on n2 and n1

      careful.lose("n2");

      assertEquals(Set.of("n1", "n3"), Set.copyOf(session.backupState().nodeIds()));
      assertEquals(Set.of("a"), three.get("n3").keys());
    }
  }

  private static Predicate<String> onSecondOnly(Set<String> keys) {
    return operation -> keys.stream().anyMatch(key -> operation.equals("store " + key));
  }

  private Set<String> createStored(int count) {
    for (String base : names(0, count)) {
      tomcat.createStored(base, "old");
    }
    return names(0, count);
  }

  private static Set<String> names(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "s" + i)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static final class OneNode {

    private final Nodes nodes = new Nodes("n1");
    private final InMemoryStore node = nodes.get("n1");
    private final OneTomcat tomcat = new OneTomcat("t1", nodes);
  }
}
