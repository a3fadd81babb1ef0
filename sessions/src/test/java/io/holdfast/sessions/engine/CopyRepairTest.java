package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies that a node did not take, though it does not count as lost. */
final class CopyRepairTest {

  private static final Duration A_WHILE = Duration.ofSeconds(10);

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  private void createStored() {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    t1.end(session);
  }

  private FakeInstance begin() {
    return Objects.requireNonNull(t1.begin("s"));
  }

  @ParameterizedTest
  @CsvSource({"n1, n2, REFUSED", "n2, n1, REFUSED", "n1, n2, TIMEOUT", "n2, n1, TIMEOUT"})
  void saveWhenOneNodeDoesNotTakeItOnceThenItGetsItWithoutARequest(
      String failing, String other, Reason reason) {
    createStored();
    FakeInstance session = begin();
    session.set("fruit", "pear");
    nodes.get(failing).failWith(reason);
    t1.end(session);
    nodes.get(failing).heal();

    t1.timer.advance(A_WHILE);
    nodes.get(other).wipe();

    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenNoNodeTakesItOnceThenItIsStoredWithoutARequest() {
    createStored();
    FakeInstance session = begin();
    session.set("fruit", "pear");
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    SaveOutcome outcome = t1.end(session);
    nodes.ids().forEach(id -> nodes.get(id).heal());

    t1.timer.advance(A_WHILE);

    assertEquals(SaveOutcome.FAILED, outcome);
    assertEquals("pear", t2.read("s", "fruit"));
  }

  /** Here it is unknown whether another Tomcat has stored something newer on that node. */
  @Test
  void repairWhenTheNodeWithTheOnlyCopyIsLostThenTheInstanceIsStoredOnTheOther() {
    EngineTomcat single = new EngineTomcat("t3", nodes, 1, Granularity.ATTRIBUTE);
    FakeInstance session = single.create("only");
    single.end(session);
    String lost = single.firstNodeOf("only");
    assertEquals(Set.of("only"), nodes.get(lost).keys());

    single.health.watch(lost).disconnected("no connection");
    EngineTomcat.now(single.shared.repair(session));

    assertEquals(Set.of("only"), nodes.get(lost.equals("n1") ? "n2" : "n1").keys());
  }

  @Test
  void repairWhenANodeDoesNotTakeItThenIsTriedAgain() {
    createStored();
    FakeInstance session = begin();
    nodes.get("n2").wipe();
    nodes.get("n2").failWith(Reason.REFUSED);
    EngineTomcat.now(t1.shared.repair(session));
    nodes.get("n2").heal();

    t1.timer.advance(A_WHILE);

    assertNotNull(nodes.get("n2").expiryOf("s"));
  }

  @Test
  void saveWhenANodeNeverTakesItThenItIsLeftAloneInTheEnd() {
    createStored();
    FakeInstance session = begin();
    session.set("fruit", "pear");
    nodes.get("n2").failWith(Reason.REFUSED);
    t1.end(session);

    t1.timer.advance(A_WHILE);

    assertNull(t1.timer.untilNext());
  }

  @Test
  void saveWhenBothNodesTakeItThenNothingFollows() {
    createStored();
    t1.request("s", s -> s.set("fruit", "pear"));

    assertNull(t1.timer.untilNext());
  }
}
