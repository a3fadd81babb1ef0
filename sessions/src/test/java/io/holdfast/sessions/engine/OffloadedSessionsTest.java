package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sticky sessions whose attributes the nodes alone have, since no request uses them. */
final class OffloadedSessionsTest {

  private static final String ID = "s";
  private static final Duration INTERVAL = Duration.ofMinutes(30);

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = tomcat("t1");
  private final EngineTomcat t2 = tomcat("t2");

  private EngineTomcat tomcat(String name) {
    return EngineTomcat.sticky(name, nodes, Granularity.ATTRIBUTE);
  }

  private FakeInstance stored() {
    FakeInstance session = t1.create(ID);
    session.set("cart", new ArrayList<>(List.of("tea")));
    session.set("fruit", "apple");
    t1.end(session);
    return session;
  }

  private FakeInstance offloaded() {
    FakeInstance session = stored();
    t1.shared.giveUpObjects(session, value -> false);
    assertTrue(EngineTomcat.now(t1.shared.offload(session)));
    assertTrue(session.instanceAttributes().isAway());
    nodes.clearOperations();
    return session;
  }

  private static FakeInstance begin(EngineTomcat tomcat) {
    return Objects.requireNonNull(tryToBegin(tomcat));
  }

  private static @Nullable FakeInstance tryToBegin(EngineTomcat tomcat) {
    FakeInstance session = EngineTomcat.now(tomcat.findOwnLater(ID));
    if (session != null) {
      session.access(tomcat.now());
    }
    return session;
  }

  @SuppressWarnings("unchecked")
  private static List<String> cart(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get("cart"));
  }

  private void failNodes() {
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));
  }

  @Test
  void offloadWhenARequestComesThenItReadsTheNodesAndGetsTheSameInstance() {
    FakeInstance session = offloaded();

    FakeInstance next = begin(t1);

    assertSame(session, next);
    assertFalse(session.instanceAttributes().isAway());
    assertTrue(nodes.count("load") > 0);
    nodes.clearOperations();
    assertEquals(List.of("tea"), cart(next));
    assertEquals("apple", next.get("fruit"));
    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void offloadWhenTheNextRequestChangesOneThenAllIsStored() {
    offloaded();

    FakeInstance next = begin(t1);
    cart(next).add("honey");
    t1.end(next);

    FakeInstance there = Objects.requireNonNull(t2.begin(ID));
    assertEquals(List.of("tea", "honey"), cart(there));
    assertEquals("apple", there.get("fruit"));
  }

  /** Such as of an operator, who looks at a session without a request for it. */
  @Test
  void getWhenOffloadedThenReadsTheNodes() {
    FakeInstance session = offloaded();

    assertEquals("apple", session.get("fruit"));
    assertEquals(List.of("tea"), cart(session));
  }

  @Test
  void putWhenOffloadedThenTheOtherAttributesStay() {
    FakeInstance session = offloaded();

    session.set("fruit", "pear");
    EngineTomcat.now(t1.shared.save(session));

    FakeInstance there = Objects.requireNonNull(t2.begin(ID));
    assertEquals(List.of("tea"), cart(there));
    assertEquals("pear", there.get("fruit"));
  }

  @Test
  void saveWhenAnOffloadedSessionGetsAnotherIntervalThenAllIsStored() {
    FakeInstance session = offloaded();

    session.setMaxInactiveInterval(60);
    EngineTomcat.now(t1.shared.save(session));

    FakeInstance there = Objects.requireNonNull(t2.begin(ID));
    assertEquals(60, there.times().maxInactiveInterval());
    assertEquals(List.of("tea"), cart(there));
  }

  @Test
  void saveWhenNoNodeAnswersThenNothingOfAnOffloadedSessionIsLost() {
    FakeInstance session = offloaded();
    failNodes();
    session.set("fruit", "pear");
    SaveOutcome outcome = EngineTomcat.now(t1.shared.save(session));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    t1.health.watch("n1").succeeded();
    t1.health.watch("n2").succeeded();

    for (Duration next = t1.timer.untilNext(); next != null; next = t1.timer.untilNext()) {
      t1.timer.advance(next);
    }

    assertEquals(SaveOutcome.FAILED, outcome);
    FakeInstance there = Objects.requireNonNull(t2.begin(ID));
    assertEquals(List.of("tea"), cart(there));
    assertEquals("pear", there.get("fruit"));
  }

  @Test
  void requestWhenNoNodeAnswersThenItIsUnknownWhetherThereIsASession() {
    FakeInstance session = offloaded();
    failNodes();

    LoadedSession found = EngineTomcat.now(t1.shared.look(new SessionId(ID), session, false)).get();

    LoadedSession.Nothing nothing = assertInstanceOf(LoadedSession.Nothing.class, found);
    assertFalse(nothing.isCertain());
    assertNull(t1.shared.beside(session));
    assertTrue(session.instanceAttributes().isAway());
  }

  @Test
  void requestWhenAllNodesHaveLostItThenThereIsNoSession() {
    offloaded();
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    assertNull(tryToBegin(t1));
  }

  @Test
  void requestWhenAnotherTomcatHasStoredItSinceThenGetsThat() {
    offloaded();
    t2.request(ID, there -> there.set("fruit", "pear"));

    FakeInstance next = begin(t1);

    assertEquals("pear", next.get("fruit"));
    assertEquals(List.of("tea"), cart(next));
  }

  @Test
  void repairWhenANodeHasLostItThenItGetsACopyAndTheSessionStaysAway() {
    FakeInstance session = offloaded();
    nodes.get("n1").wipe();

    var unused = t1.shared.repair(session);

    assertTrue(session.instanceAttributes().isAway());
    nodes.get("n2").wipe();
    assertEquals(List.of("tea"), cart(Objects.requireNonNull(t2.begin(ID))));
  }

  @Test
  void repairWhenAllNodesHaveLostItThenNothingIsStored() {
    FakeInstance session = offloaded();
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    var unused = t1.shared.repair(session);

    assertEquals(0, nodes.count("store"));
  }

  @Test
  void expireWhenOffloadedThenItsListenersFindTheAttributes() {
    FakeInstance session = offloaded();
    nodes.clock.advance(INTERVAL.plusSeconds(60));

    boolean hasEnded = EngineTomcat.now(t1.shared.expire(session));

    assertTrue(hasEnded);
    assertEquals(List.of("tea"), cart(session));
  }

  @Test
  void offloadWhenObjectsAreHereThenTheyStay() {
    FakeInstance session = stored();

    boolean isAway = EngineTomcat.now(t1.shared.offload(session));

    assertFalse(isAway);
    assertEquals("apple", session.get("fruit"));
  }

  @Test
  void offloadWhenANodeLacksItsCopyThenTheBytesStay() {
    FakeInstance session = stored();
    t1.shared.giveUpObjects(session, value -> false);
    nodes.get("n2").wipe();

    boolean isAway = EngineTomcat.now(t1.shared.offload(session));

    assertFalse(isAway);
  }

  @Test
  void offloadWhenOneOfTwoNodesIsToHaveItThenTheOtherOneNeedNot() {
    EngineTomcat oneCopy =
        EngineTomcat.sticky(
            nodes.stores(),
            1,
            Granularity.ATTRIBUTE,
            new JdkTranscoder(),
            new Random(1),
            nodes.clock);
    FakeInstance session = oneCopy.create(ID);
    session.set("fruit", "apple");
    oneCopy.end(session);
    oneCopy.shared.giveUpObjects(session, value -> false);

    assertTrue(EngineTomcat.now(oneCopy.shared.offload(session)));
  }

  @Test
  void offloadWhenARequestUsesItThenTheBytesStay() {
    FakeInstance session = stored();
    t1.shared.giveUpObjects(session, value -> false);
    session.access(t1.now());

    boolean isAway = EngineTomcat.now(t1.shared.offload(session));

    assertFalse(isAway);
  }

  @Test
  void unsavedWhenOffloadedThenTheStopReadsNothing() {
    FakeInstance session = offloaded();

    assertNull(t1.shared.unsaved(session));

    assertEquals(List.of(), nodes.operations());
    assertNotNull(session.instanceState().base());
  }
}
