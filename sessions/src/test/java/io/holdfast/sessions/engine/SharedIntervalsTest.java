package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions whose interval one Tomcat has changed, while another one knows the former: a minute at
 * first, an hour after a login.
 */
final class SharedIntervalsTest {

  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;

  /** With a quarter more, and a second for the nodes' clocks. */
  private static final Duration OF_MINUTE = Duration.ofSeconds(76);

  /** The tombstone of a session with a short interval. */
  private static final Duration OF_SHORT_END = Duration.ofMinutes(10);

  private static final Duration OF_HOUR = Duration.ofSeconds(4_501);

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = tomcat("t1");
  private final EngineTomcat t2 = tomcat("t2");

  private EngineTomcat tomcat(String name) {
    return new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  @BeforeEach
  void create() {
    FakeInstance session = t1.create("s");
    session.setMaxInactiveInterval(MINUTE);
    t1.end(session);
  }

  private FakeInstance begin(EngineTomcat tomcat) {
    return Objects.requireNonNull(tomcat.begin("s"));
  }

  /** On the second Tomcat, while the first one has its instance. */
  private void logIn() {
    t2.request(
        "s",
        session -> {
          session.set("cart", "full");
          session.setMaxInactiveInterval(HOUR);
        });
  }

  private void endNow(FakeInstance session) {
    session.access(nodes.clock.millis());
    session.instanceState().use().accessEnded();
    t1.end(session);
  }

  private void later(int seconds) {
    nodes.clock.advance(Duration.ofSeconds(seconds));
  }

  private Instant in(Duration time) {
    return nodes.clock.instant().plus(time);
  }

  private @Nullable Instant expiryOn(String node) {
    return nodes.get(node).expiryOf("s");
  }

  private void onceBeforeAWrite(String node, Runnable event) {
    AtomicBoolean isOver = new AtomicBoolean();
    nodes
        .get(node)
        .onStore(
            () -> {
              if (!isOver.getAndSet(true)) {
                event.run();
              }
            });
  }

  // ---- a request that changes nothing ----

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void requestEndedWhenAnotherTomcatRaisedTheIntervalThenTheRecordLastsAsLongAsThat(String node) {
    later(20);
    FakeInstance poll = begin(t1);
    logIn();

    endNow(poll);

    assertEquals(in(OF_HOUR), expiryOn(node));
    later(120);
    assertEquals("full", tomcat("t3").read("s", "cart"));
  }

  /** Between what the request's Tomcat reads of the record and what it tells the nodes. */
  @Test
  void requestEndedWhenAnotherTomcatRaisesTheIntervalMeanwhileThenTheRecordLastsAsLongAsThat() {
    later(20);
    FakeInstance poll = begin(t1);
    onceBeforeAWrite("n2", this::logIn);

    endNow(poll);

    assertEquals("full", begin(t2).get("cart"));
    assertEquals(in(OF_HOUR), expiryOn("n1"));
    assertEquals(in(OF_HOUR), expiryOn("n2"));
  }

  @Test
  void requestEndedWhenAQuarterOfTheIntervalHasPassedThenTheRecordIsExtended() {
    later(20);

    endNow(begin(t1));

    assertEquals(in(OF_MINUTE), expiryOn("n1"));
    assertEquals(in(OF_MINUTE), expiryOn("n2"));
    assertEquals(2, nodes.count("touch"));
  }

  @Test
  void requestEndedWhenLessThanAQuarterOfTheIntervalHasPassedThenTheNodesAreNotAsked() {
    later(15);
    FakeInstance poll = begin(t1);
    nodes.clearOperations();

    endNow(poll);

    assertEquals(0, nodes.count("load"));
    assertEquals(0, nodes.count("touch"));
    assertEquals(2, nodes.count("store"));
  }

  /** With {@code LAST_ACCESS_AT_START}, which counts the beginning of a request. */
  @Test
  void requestEndedWhenAnotherTomcatHasNotedALaterAccessThenThatStays() {
    later(2);
    FakeInstance download = begin(t1);
    later(20);
    t2.read("s", "cart");
    long read = nodes.clock.millis();

    t1.end(download);

    assertEquals(read, begin(tomcat("t3")).times().lastAccessedTime());
  }

  // ---- repairs ----

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void repairWhenAnotherTomcatRaisedTheIntervalThenTheCopyLastsAsLongAsThat(String empty) {
    FakeInstance old = Objects.requireNonNull(t1.local.get("s"));
    logIn();
    nodes.get(empty).wipe();

    EngineTomcat.now(t1.shared.repair(old));

    assertEquals(in(OF_HOUR), expiryOn(empty));
  }

  // ---- the end ----

  /** Both Tomcats have seen the hour, and their instances show the minute. */
  private void anHourThenAMinute() {
    t1.request("s", session -> session.setMaxInactiveInterval(HOUR));
    t2.read("s", "cart");
    t1.request("s", session -> session.setMaxInactiveInterval(MINUTE));
    t2.read("s", "cart");
    assertEquals(MINUTE, Objects.requireNonNull(t2.local.get("s")).times().maxInactiveInterval());
  }

  /** The other Tomcat has an instance that shows the hour, and what was there before. */
  @Test
  void lookWhenTheIntervalWasLoweredAndItsTimeIsUpThenNoTomcatGoesOnWithTheFormer() {
    logIn();
    t1.read("s", "cart");
    t2.request(
        "s",
        session -> {
          session.removeAttribute("cart");
          session.setMaxInactiveInterval(MINUTE);
        });
    later(120);

    assertNull(t1.begin("s"));
  }

  @Test
  void lookWhenTheRecordWasExtendedSinceTheIntervalWasLoweredThenNoTomcatGoesOnWithTheFormer() {
    anHourThenAMinute();
    later(20);
    endNow(begin(t1));
    later(120);

    assertNull(t2.begin("s"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void repairWhenTheIntervalWasLoweredThenTheCopyLastsAsLongAsTheFormer(String empty) {
    anHourThenAMinute();
    nodes.get(empty).wipe();

    EngineTomcat.now(t1.shared.repair(Objects.requireNonNull(t1.local.get("s"))));

    assertEquals(in(OF_HOUR), expiryOn(empty));
  }

  @Test
  void endWhenTheIntervalWasLoweredWhileANodeWasAwayThenTheSessionStaysEnded() {
    t1.request("s", session -> session.setMaxInactiveInterval(HOUR));
    nodes.get("n2").failWith(Reason.UNAVAILABLE);
    t1.request("s", session -> session.setMaxInactiveInterval(MINUTE));
    t1.invalidate(begin(t1));
    later(900);
    nodes.get("n2").heal(); // with its memory
    t1.shared.nodeReturned();
    t1.shared.ended().forEach(id -> EngineTomcat.now(t1.shared.repairEnd(id)));

    assertNull(tomcat("t3").begin("s"));
  }

  @Test
  void endWhenTheIntervalWasLongerInARecordThatWasReadThenTheTombstoneLastsAsLongAsThat() {
    anHourThenAMinute();

    t2.invalidate(begin(t2));

    assertEquals(in(OF_HOUR), expiryOn("n1"));
    assertEquals(in(OF_HOUR), expiryOn("n2"));
  }

  /** The Tomcat that ends it has no look at the latest record before. */
  @Test
  void endWhenTheRecordThatItReplacesHasALongerIntervalThenTheTombstoneLastsAsLongAsThat() {
    FakeInstance old = begin(t1);
    logIn();

    t1.invalidate(old);

    assertEquals(in(OF_HOUR), expiryOn("n1"));
  }

  @Test
  void expireWhenTheIntervalWasLongerThenTheTombstoneLastsAsLongAsThat() {
    anHourThenAMinute();
    later(MINUTE + 1);

    assertTrue(EngineTomcat.now(t2.shared.expire(Objects.requireNonNull(t2.local.get("s")))));

    assertEquals(in(OF_HOUR), expiryOn("n1"));
  }

  @Test
  void renameWhenTheIntervalWasLongerThenTheTombstoneOfTheFormerIdLastsAsLongAsThat() {
    anHourThenAMinute();
    FakeInstance session = begin(t2);
    session.changeId(new SessionId("new"));

    EngineTomcat.now(t2.shared.renamed(session, new SessionId("s")));

    assertEquals(in(OF_HOUR), expiryOn("n1"));
  }

  @Test
  void lookWhenANodeLacksTheTombstoneThenItLastsAsLongAsTheLongestInterval() {
    anHourThenAMinute();
    t1.invalidate(begin(t1));
    nodes.get("n1").wipe();

    assertNull(t2.begin("s"));

    assertEquals(in(OF_HOUR), expiryOn("n1"));
  }

  @Test
  void repairWhenANodeLacksTheTombstoneThenItLastsAsLongAsTheLongestInterval() {
    anHourThenAMinute();
    t1.invalidate(begin(t1));
    nodes.get("n1").wipe();

    EngineTomcat.now(t2.shared.repair(Objects.requireNonNull(t2.local.get("s"))));

    assertEquals(in(OF_HOUR), expiryOn("n1"));
  }

  /** Between what the request's Tomcat reads of the record and what it tells the nodes. */
  @Test
  void requestEndedWhenAnotherTomcatEndsTheSessionMeanwhileThenTheTombstoneLastsAsLongAsItsOwn() {
    later(20);
    FakeInstance poll = begin(t1);
    onceBeforeAWrite("n2", () -> t2.invalidate(begin(t2)));

    endNow(poll);

    assertEquals(in(OF_SHORT_END), expiryOn("n1"));
    assertEquals(in(OF_SHORT_END), expiryOn("n2"));
  }

  /** The instance shows the former interval; its last save was merged into another Tomcat's. */
  @Test
  void expireWhenTheNodesLostTheRecordOfALongerIntervalThenTheSessionGoesOn() {
    FakeInstance poll = begin(t1);
    logIn();
    poll.set("seen", "1");
    t1.end(poll);
    nodes.ids().forEach(id -> nodes.get(id).wipe());
    later(120);

    assertFalse(EngineTomcat.now(t1.shared.expire(poll)));

    assertEquals("full", t2.read("s", "cart"));
  }
}
