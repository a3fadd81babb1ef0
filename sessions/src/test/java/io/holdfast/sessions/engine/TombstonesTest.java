package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tombstones that some node has not got, or has lost. The first Tomcat ends the session. */
final class TombstonesTest {

  private static final Duration A_WHILE = Duration.ofSeconds(10);

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  @BeforeEach
  void createOnBoth() {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    t1.end(session);
    assertEquals("apple", t2.read("s", "fruit"));
  }

  private void end() {
    t1.invalidate(Objects.requireNonNull(t1.begin("s")));
  }

  private static void repairAll(EngineTomcat tomcat) {
    tomcat.shared.nodeReturned();
    tomcat.shared.ended().forEach(id -> EngineTomcat.now(tomcat.shared.repairEnd(id)));
    tomcat.local.values().forEach(session -> EngineTomcat.now(tomcat.shared.repair(session)));
  }

  @ParameterizedTest
  @CsvSource({"n1, n2, REFUSED", "n2, n1, REFUSED", "n1, n2, TIMEOUT", "n2, n1, TIMEOUT"})
  void endWhenANodeDoesNotTakeItOnceThenItGetsItWithoutARequest(
      String failing, String other, Reason reason) {
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    nodes.get(failing).failWith(reason);
    t1.invalidate(session);
    nodes.get(failing).heal();

    t1.timer.advance(A_WHILE);
    nodes.get(other).wipe();

    assertNull(t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "TIMEOUT"})
  void endWhenNoNodeTakesItOnceThenItIsThereWithoutARequest(Reason reason) {
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    nodes.ids().forEach(id -> nodes.get(id).failWith(reason));
    t1.invalidate(session);
    nodes.ids().forEach(id -> nodes.get(id).heal());

    t1.timer.advance(A_WHILE);

    assertNull(t2.read("s", "fruit"));
  }

  @Test
  void endWhenANodeNeverTakesItThenItIsLeftAloneInTheEnd() {
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    nodes.get("n2").failWith(Reason.REFUSED);
    t1.invalidate(session);

    t1.timer.advance(A_WHILE);

    assertNull(t1.timer.untilNext());
  }

  /** A node need not be lost and come back, nor be connected again, to get what it lacks. */
  @ParameterizedTest
  @MethodSource("failures")
  void endWhenNodesDoNotTakeItForLongerThanItIsTriedThenTheyHaveItSoonAfter(
      Reason reason, List<String> failing) {
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    failing.forEach(id -> nodes.get(id).failWith(reason));
    t1.invalidate(session);
    t1.timer.advance(A_WHILE);
    failing.forEach(id -> nodes.get(id).heal());
    failing.stream().filter(id -> !t1.health.isAvailable(id)).forEach(this::returned);

    t1.shared.unfinishedEnds().forEach(id -> EngineTomcat.now(t1.shared.repairEnd(id)));

    assertEquals(Set.of(), Set.copyOf(t1.shared.unfinishedEnds()));
    for (String id : nodes.ids()) {
      nodes.get(id).failWith(Reason.REFUSED);
      assertNull(new EngineTomcat("t3", nodes, 2, Granularity.ATTRIBUTE).begin("s"), id);
      nodes.get(id).heal();
    }
  }

  /** It has counted as lost all the same. */
  private void returned(String node) {
    t1.health.watch(node).succeeded();
    repairAll(t1);
  }

  static Stream<Arguments> failures() {
    return Stream.of(Reason.values())
        .flatMap(
            reason ->
                Stream.of(List.of("n1"), List.of("n2"), List.of("n1", "n2"))
                    .map(failing -> Arguments.of(reason, failing)));
  }

  @ParameterizedTest
  @CsvSource({"n1, n2", "n2, n1"})
  void repairWhenANodeCameBackEmptyThenWhoEndedTheSessionRestoresTheTombstone(
      String first, String second) {
    end();

    nodes.get(first).wipe();
    repairAll(t1);
    nodes.get(second).wipe();

    assertNull(t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @CsvSource({"n1, n2", "n2, n1"})
  void repairWhenTheTombstoneWasOfAFormerIdThenItIsOneAgain(String first, String second) {
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    FakeInstance there = Objects.requireNonNull(t2.begin("s"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("s")));

    nodes.get(first).wipe();
    repairAll(t2);
    nodes.get(second).wipe();
    here.set("fruit", "plum");

    assertEquals(SaveOutcome.RENAMED, t1.end(here)); // and not that the session has ended
  }

  @ParameterizedTest
  @CsvSource({"n1, n2", "n2, n1"})
  void repairWhenANodeCameBackEmptyThenWhoHasTheSessionYetEndsItAndRestoresTheTombstone(
      String first, String second) {
    FakeInstance stale = Objects.requireNonNull(t2.local.get("s"));
    end();

    nodes.get(first).wipe();
    repairAll(t2);
    nodes.get(second).wipe();
    repairAll(t2);

    assertTrue(stale.instanceState().hasEnded());
    assertNull(new EngineTomcat("t3", nodes, 2, Granularity.ATTRIBUTE).begin("s"));
    assertNull(t2.begin("s"));
  }

  @Test
  void repairWhenAllNodesCameBackEmptyThenWhoEndedTheSessionHasTheLastWord() {
    end();

    nodes.ids().forEach(id -> nodes.get(id).wipe());
    repairAll(t2);
    repairAll(t1);

    assertNull(t2.read("s", "fruit"));
    assertNull(t1.read("s", "fruit"));
  }

  @Test
  void openWhenANodeHasAnOldRecordThenWhoEndedTheSessionKnowsBetter() {
    FaultyStore second = nodes.get("n2");
    second.failWith(Reason.TIMEOUT);
    end();
    second.heal();
    nodes.get("n1").wipe();

    assertNull(t1.begin("s"));
    assertNull(t2.begin("s"));
  }

  @Test
  void openWhenANodeHasNoTombstoneThenItGetsOne() {
    end();
    nodes.get("n1").wipe();

    assertNull(t2.begin("s"));
    nodes.get("n2").wipe();

    assertNull(t1.begin("s"));
    assertNull(t2.begin("s"));
  }

  @Test
  void restoreWhenTheIdHasAnotherSessionThenThatIsLeftAlone() {
    end();
    nodes.ids().forEach(id -> nodes.get(id).wipe());
    createAnother();

    repairAll(t1);

    assertEquals("plum", t1.read("s", "fruit"));
    assertEquals(1, t1.shared.ended().size()); // a node that is away may have a record of it
  }

  /** Between what a restore reads and what it writes; the new session counts from one. */
  @ParameterizedTest
  @CsvSource({"n1, false", "n2, false", "n1, true", "n2, true"})
  void restoreWhenTheIdGetsAnotherSessionMeanwhileThenThatIsLeftAlone(
      String writing, boolean isSilentWhenRead) {
    end();
    nodes.ids().forEach(id -> nodes.get(id).wipe());
    FaultyStore other = nodes.get(writing.equals("n1") ? "n2" : "n1");
    if (isSilentWhenRead) {
      other.failWith(Reason.TIMEOUT);
    }
    onceBeforeAWrite(
        writing,
        () -> {
          other.heal();
          createAnother();
        });

    repairAll(t1);

    assertEquals("plum", t2.read("s", "fruit"));
    assertEquals("plum", t1.read("s", "fruit"));
  }

  @Test
  void restoreWhenOneNodeHasTheTombstoneAndTheOtherAnotherSessionThenThatIsLeftAlone() {
    end();
    nodes.get("n1").wipe();
    nodes.get("n2").failWith(Reason.REFUSED);
    createAnother();
    nodes.get("n2").heal();
    byte[] before = bytesOn("n1");

    t1.shared.nodeReturned();
    t1.shared.ended().forEach(id -> EngineTomcat.now(t1.shared.repairEnd(id)));

    assertArrayEquals(before, bytesOn("n1"));
  }

  private byte[] bytesOn(String node) {
    return Objects.requireNonNull(EngineTomcat.now(nodes.get(node).load("s"))).bytes();
  }

  private void onceBeforeAWrite(String node, Runnable event) {
    AtomicBoolean isOver = new AtomicBoolean();
    nodes
        .get(node)
        .onStore(
            () -> {
              if (isOver.compareAndSet(false, true)) {
                event.run();
              }
            });
  }

  private void createAnother() {
    nodes.clock.advance(Duration.ofSeconds(1));
    FakeInstance next = t2.create("s");
    next.set("fruit", "plum");
    t2.end(next);
  }

  @Test
  void expireWhenTheSessionIsKnownToHaveEndedThenIsNotToldAgain() {
    FakeInstance stale = Objects.requireNonNull(t2.local.get("s"));
    end();
    repairAll(t2);
    nodes.ids().forEach(id -> nodes.get(id).wipe());
    nodes.clock.advance(Duration.ofHours(2));

    assertFalse(EngineTomcat.now(t2.shared.expire(stale)));
  }

  @Test
  void tombstoneWhenRestoredThenLastsAsLongAsTheFirst() {
    end();
    nodes.get("n1").wipe();
    nodes.clock.advance(Duration.ofMinutes(5));

    repairAll(t1);

    assertNotNull(nodes.get("n1").expiryOf("s"));
    assertEquals(nodes.get("n2").expiryOf("s"), nodes.get("n1").expiryOf("s"));
  }
}
