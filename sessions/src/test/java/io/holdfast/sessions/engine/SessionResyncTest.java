package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to sticky sessions without a request when nodes come and go. */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class SessionResyncTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final FaultyStore n1 = nodes.get("n1");
  private final FaultyStore n2 = nodes.get("n2");
  private final ResyncingTomcat tomcat = new ResyncingTomcat("t1", nodes, 1);

  @Test
  void nodeLostWhenItHeldSessionsThenTheNextNodeGetsThem() {
    Set<String> all = tomcat.createStored(20);
    Set<String> onSecond = records(n2);
    nodes.clearOperations();

    tomcat.lose("n1");

    assertEquals(all, records(n2));
    assertEquals(
        Set.of(),
        n2.operations().stream()
            .filter(operation -> operation.startsWith("store "))
            .map(operation -> operation.substring("store ".length()))
            .filter(onSecond::contains)
            .collect(Collectors.toSet()));
  }

  /** Nodes that refuse do not count as lost, and so never return. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endWhenNodesRefuseItThenTheyHaveItSoonAfter(boolean areReconnected) {
    tomcat.createStored(1);
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    tomcat.invalidate("s0");
    tomcat.settle();
    nodes.ids().forEach(id -> nodes.get(id).heal());

    if (areReconnected) {
      nodes.ids().forEach(tomcat.resync::reconnected);
    } else {
      tomcat.resync.repeatEnds();
    }
    tomcat.settle();

    assertNull(new ResyncingTomcat("t2", nodes, 1).engine.begin("s0"));
    assertEquals(Set.of("s0"), records(n1));
    assertEquals(Set.of("s0"), records(n2));
  }

  @Test
  void nodeReturnedWhenItIsEmptyThenItsSessionsAreThereAgain() {
    tomcat.createStored(20);
    Set<String> before = records(n1);
    tomcat.lose("n1");
    n1.wipe();

    tomcat.returned("n1");

    assertEquals(before, records(n1));
  }

  @Test
  void nodeReturnedWhenItKeptOldRecordsThenTheyAreReplaced() {
    tomcat.createStored(20);
    Set<String> onFirst = records(n1);
    tomcat.lose("n1");
    ResyncingTomcat.names(0, 20).forEach(id -> tomcat.request(id, "new"));

    tomcat.returned("n1");
    n2.failWith(Reason.UNAVAILABLE);

    ResyncingTomcat other = new ResyncingTomcat("t2", nodes, 1);
    onFirst.forEach(id -> assertEquals("new", other.read(id)));
  }

  @Test
  void nodeReturnedWhenASessionEndedMeanwhileThenItsOldRecordGoes() {
    tomcat.createStored(20);
    tomcat.lose("n1");
    ResyncingTomcat.names(0, 20).forEach(tomcat::invalidate);

    tomcat.returned("n1");
    n2.wipe();

    ResyncingTomcat other = new ResyncingTomcat("t2", nodes, 1);
    ResyncingTomcat.names(0, 20).forEach(id -> assertNull(other.read(id), id));
  }

  @Test
  void reconnectedWhenTheNodeWasStartedAnewThenItsSessionsAreThereAgain() {
    tomcat.createStored(20);
    Set<String> before = records(n1);
    n1.wipe();

    tomcat.resync.reconnected("n1");
    tomcat.settle();

    assertEquals(before, records(n1));
  }

  @Test
  void stragglersWhenNodesRefusedForLongerThanASaveIsRepeatedThenAreStored() {
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    Set<String> all = tomcat.createStored(3);
    tomcat.settle();
    nodes.ids().forEach(id -> nodes.get(id).heal());
    Set<String> before = new TreeSet<>(records(n1));
    before.addAll(records(n2));
    assertEquals(Set.of(), before);

    tomcat.resync.stragglers();
    tomcat.settle();

    Set<String> after = new TreeSet<>(records(n1));
    after.addAll(records(n2));
    assertEquals(all, after);
    assertEquals(new ResyncProgress(0, 3), tomcat.resync.progress());
    tomcat.resync.stragglers();
    assertEquals(new ResyncProgress(0, 3), tomcat.resync.progress());
  }

  @Test
  void nodeReturnedWhenManySessionsThenABatchAtATimeAndTheLatestUsedFirst() {
    Nodes one = new Nodes("n1");
    ResyncingTomcat alone = new ResyncingTomcat("t1", one, 1);
    for (int i = 0; i < 250; i++) {
      one.clock.advance(Duration.ofMillis(1));
      alone.create("s" + i, "old");
    }
    alone.lose("n1");
    one.get("n1").wipe();
    one.get("n1").heal();
    one.clearOperations();

    alone.engine.health.watch("n1").succeeded();
    alone.resync.nodeReturned("n1");
    alone.engine.timer.advance(Duration.ofMillis(1));

    assertEquals(ResyncingTomcat.names(150, 250), records(one.get("n1")));
    assertEquals(
        "store s249",
        one.operations().stream().filter(o -> o.startsWith("store")).findFirst().orElse(""));
    alone.engine.timer.advance(Duration.ofMillis(100));
    assertEquals(ResyncingTomcat.names(50, 250), records(one.get("n1")));
    alone.engine.timer.advance(Duration.ofMillis(100));
    assertEquals(ResyncingTomcat.names(0, 250), records(one.get("n1")));
    assertNull(alone.engine.timer.untilNext());
  }

  @Test
  void nodeReturnedWhenItComesAndGoesThenASessionWaitsOnlyOnce() {
    Nodes one = new Nodes("n1");
    ResyncingTomcat alone = new ResyncingTomcat("t1", one, 1);
    alone.createStored(150);
    one.get("n1").wipe();
    one.clearOperations();
    for (int i = 0; i < 10; i++) {
      alone.resync.reconnected("n1");
    }

    alone.settle();

    assertEquals(150, one.count("store"));
  }

  @Test
  void nodeLostWhenItIsTheOnlyOneThenNothingIsSentUntilItReturns() {
    Nodes one = new Nodes("n1");
    ResyncingTomcat alone = new ResyncingTomcat("t1", one, 1);
    alone.createStored(1);
    one.clearOperations();

    alone.lose("n1");
    assertEquals(List.of(), one.operations());
    one.get("n1").wipe();
    alone.returned("n1");

    assertEquals(Set.of("s0"), records(one.get("n1")));
  }

  @Test
  void nodeReturnedWhenTheTimerHasStoppedThenNothingHappens() {
    tomcat.createStored(5);
    tomcat.engine.timer.shutdownNow();
    nodes.clearOperations();

    tomcat.resync.nodeReturned("n1");
    tomcat.engine.timer.advance(Duration.ofMinutes(1));

    assertEquals(List.of(), nodes.operations());
  }

  /** A session that moved stays in the memory of the Tomcat it left, until it expires there. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nodeReturnedWhenASessionHasMovedThenItsOldCopyReplacesNothing(boolean isOwnerFirst) {
    Nodes one = new Nodes("n1");
    ResyncingTomcat left = new ResyncingTomcat("t1", one, 1);
    ResyncingTomcat owner = new ResyncingTomcat("t2", one, 1);
    left.createStored(1);
    one.clock.advance(Duration.ofMillis(1));
    owner.request("s0", "new");
    one.get("n1").wipe();

    for (ResyncingTomcat each : isOwnerFirst ? List.of(owner, left) : List.of(left, owner)) {
      each.resync.reconnected("n1");
      each.settle();
    }

    assertEquals("new", new ResyncingTomcat("t3", one, 1).read("s0"));
  }

  @Test
  void nodeLostWhenTwoCopiesThenTheLostOneIsMadeAgain() {
    Nodes three = new Nodes("n1", "n2", "n3");
    ResyncingTomcat careful = new ResyncingTomcat("t1", three, 2);
    careful.createStored(20);

    careful.lose("n2");

    Set<String> both = new TreeSet<>(records(three.get("n1")));
    both.retainAll(records(three.get("n3")));
    assertEquals(ResyncingTomcat.names(0, 20), both);
  }

  private static Set<String> records(FaultyStore node) {
    return node.keys().stream()
        .filter(key -> !key.contains(":"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
