package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.QuietLog;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.sessions.fallback.KeptInMemory;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ann's session ends, and Bob gets one with the same id, because another application of the browser
 * has the id yet. What a Tomcat or a node still has of Ann's counts nowhere.
 */
@ExtendWith(QuietLog.class)
final class NonStickyUsedIdTest {

  private static final TimeToLive LIVES = new TimeToLive(3_600);
  private static final String BASE = "s";

  private final Nodes nodes = new Nodes("n1", "n2");
  private final KeptInMemory files = new KeptInMemory();
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, files);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, new KeptInMemory());

  /** What a node may still have of Ann's session. */
  private enum Left {
    RECORD,
    TOMBSTONE
  }

  private byte[] annsRecord = {};
  private byte[] annsTombstone = {};

  // ---- what happens ----

  /** Ann's session is on both Tomcats, in a version that Bob's will not have for long. */
  private void ann() {
    FakeInstance session = t1.create(BASE);
    session.set("user", "ann");
    t1.end(session);
    for (EngineTomcat tomcat : List.of(t2, t1, t2, t1)) {
      String value = System.identityHashCode(tomcat) + " " + nodes.clock.millis();
      tomcat.request(BASE, each -> each.set("tomcat", value));
      tick();
    }
    annsRecord = bytesOn("n1");
  }

  private void annEnds() {
    end(t1);
    annsTombstone = bytesOn("n1");
  }

  private FakeInstance bob(EngineTomcat tomcat) {
    tick();
    FakeInstance session = tomcat.create(BASE);
    session.set("user", "bob");
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));
    return session;
  }

  /** Ann was on both Tomcats, and Bob is on the first. */
  private FakeInstance bobAfterAnn() {
    ann();
    annEnds();
    return bob(t1);
  }

  private void tick() {
    nodes.clock.advance(Duration.ofMillis(1));
  }

  private void end(EngineTomcat tomcat) {
    tomcat.invalidate(Objects.requireNonNull(tomcat.begin(BASE)));
  }

  private void returns(Left left) {
    nodes.ids().forEach(node -> put(node, left == Left.RECORD ? annsRecord : annsTombstone));
  }

  private void put(String node, byte[] bytes) {
    EngineTomcat.now(nodes.get(node).store(BASE, bytes, LIVES, WriteCondition.always()));
  }

  private byte[] bytesOn(String node) {
    return Objects.requireNonNull(found(node)).bytes();
  }

  private StoredValue found(String node) {
    return Objects.requireNonNull(EngineTomcat.now(nodes.get(node).load(BASE)));
  }

  private void repairAll(EngineTomcat tomcat) {
    tomcat.shared.nodeReturned();
    tomcat.shared.ended().forEach(id -> EngineTomcat.now(tomcat.shared.repairEnd(id)));
    List.copyOf(tomcat.local.values())
        .forEach(session -> EngineTomcat.now(tomcat.shared.repair(session)));
  }

  private EngineTomcat another() {
    return new EngineTomcat("t3", nodes, 2, Granularity.ATTRIBUTE);
  }

  // ---- what a request gets ----

  @Test
  void loadWhenALaterSessionHasEndedThenTheFormerIsNotServed() {
    bobAfterAnn();
    end(t1);

    assertNull(t2.begin(BASE)); // has Ann's instance
    assertNull(t1.begin(BASE));
  }

  @Test
  void loadWhenALaterSessionIsThereThenItIsServed() {
    bobAfterAnn();

    assertEquals("bob", t2.read(BASE, "user"));
  }

  @ParameterizedTest
  @EnumSource
  void loadWhenTheNodesHaveOnlyTheFormerSessionThenTheLaterOneIsServedAndStoredAgain(Left left) {
    bobAfterAnn();
    returns(left);

    assertEquals("bob", t1.read(BASE, "user"));
    assertEquals("bob", another().read(BASE, "user"));
    assertEquals("bob", t2.read(BASE, "user"));
  }

  /** Whose end this Tomcat has forgotten, or never knew. */
  @ParameterizedTest
  @EnumSource
  void loadWhenTheEndOfTheFormerIsNotKnownHereThenTheLaterOneIsServedAllTheSame(Left left) {
    bobAfterAnn();
    EngineTomcat third = another();
    assertEquals("bob", third.read(BASE, "user"));
    returns(left);

    assertEquals("bob", third.read(BASE, "user"));
    assertEquals("bob", another().read(BASE, "user"));
  }

  /** A parallel request of the browser, before the session that the first creates is stored. */
  @Test
  void loadWhenTheLaterSessionIsNotYetStoredThenNotTheFormerIsServed() {
    ann();
    annEnds();
    tick();
    FakeInstance created = t1.create(BASE);
    created.set("user", "bob");
    returns(Left.RECORD);

    assertEquals("bob", t1.read(BASE, "user"));
    assertEquals(SaveOutcome.UNCHANGED, t1.end(created));
    assertEquals("bob", t2.read(BASE, "user"));
  }

  // ---- what a save replaces ----

  @ParameterizedTest
  @EnumSource
  void saveWhenTheNodesHaveOnlyTheFormerSessionThenItIsReplaced(Left left) {
    bobAfterAnn();
    FakeInstance session = Objects.requireNonNull(t1.begin(BASE));
    session.set("page", "1");
    returns(left);

    assertEquals(SaveOutcome.SAVED, t1.end(session));
    assertEquals("1", another().read(BASE, "page"));
    assertEquals("bob", t2.read(BASE, "user"));
  }

  @Test
  void saveWhenALaterSessionIsThereThenNothingOfTheFormerIsStored() {
    ann();
    FakeInstance atWork = Objects.requireNonNull(t2.begin(BASE));
    atWork.set("page", "ann's");
    annEnds();
    bob(t1);

    assertEquals(SaveOutcome.ENDED, t2.end(atWork));
    assertNull(t1.read(BASE, "page"));
    assertEquals("bob", another().read(BASE, "user"));
  }

  @Test
  void saveWhenALaterSessionHasEndedThenNothingOfTheFormerIsStored() {
    ann();
    FakeInstance atWork = Objects.requireNonNull(t2.begin(BASE));
    atWork.set("page", "ann's");
    annEnds();
    bob(t1);
    end(t1);

    assertEquals(SaveOutcome.ENDED, t2.end(atWork));
    assertNull(another().begin(BASE));
  }

  /** A node that was away when it ended is back with it. */
  @Test
  void saveWhenANewSessionFindsOneThatIsKnownToHaveEndedThenItIsReplaced() {
    ann();
    annEnds();
    returns(Left.RECORD);

    bob(t1);

    assertEquals("bob", another().read(BASE, "user"));
  }

  @Test
  void saveWhenANewSessionFindsOneThatMayBeInUseThenItIsRefused() {
    ann();
    tick();
    FakeInstance created = another().create(BASE);
    created.set("user", "bob");

    assertEquals(SaveOutcome.DISPLACED, another().end(created));
    assertEquals("ann", t1.read(BASE, "user"));
  }

  // ---- repairs ----

  @ParameterizedTest
  @EnumSource
  void repairWhenTheNodesHaveOnlyTheFormerSessionThenItIsReplaced(Left left) {
    bobAfterAnn();
    EngineTomcat third = another();
    assertEquals("bob", third.read(BASE, "user"));
    returns(left);

    repairAll(third); // does not remember Ann's end

    assertEquals("bob", another().read(BASE, "user"));
  }

  @Test
  void repairWhenALaterSessionIsThereThenTheFormerInstanceIsOver() {
    ann();
    FakeInstance stale = Objects.requireNonNull(t2.local.get(BASE));
    annEnds();
    bob(t1);
    byte[] before = bytesOn("n1");

    repairAll(t2);

    assertTrue(stale.instanceState().hasEnded());
    assertEquals(List.of(), List.copyOf(t2.shared.unfinishedEnds()));
    assertTrue(Arrays.equals(before, bytesOn("n1")));
  }

  @Test
  void repairWhenALaterSessionHasEndedThenTheFormerInstanceIsOver() {
    ann();
    FakeInstance stale = Objects.requireNonNull(t2.local.get(BASE));
    annEnds();
    bob(t1);
    end(t1);
    nodes.get("n1").wipe();

    repairAll(t2);
    nodes.get("n2").wipe();

    assertTrue(stale.instanceState().hasEnded());
    assertNull(another().begin(BASE));
  }

  /** Only a Tomcat that remembers it can tell that what another stores again has ended. */
  @Test
  void repairWhenAllNodesAreEmptyThenTheFormerSessionIsNotBackAlthoughTheIdHasHadALaterOne() {
    bobAfterAnn();
    repairAll(t1);

    nodes.ids().forEach(node -> nodes.get(node).wipe());
    repairAll(t2); // stores Ann's session again
    t1.local.clear(); // as when Bob's instance has gone with its Tomcat's restart
    repairAll(t1);

    assertNull(another().begin(BASE));
    assertNull(t2.begin(BASE));
  }

  // ---- ends ----

  @ParameterizedTest
  @EnumSource
  void endWhenTheNodesHaveOnlyTheFormerSessionThenTheyHaveTheTombstoneOfTheLaterOne(Left left) {
    bobAfterAnn();
    FakeInstance session = Objects.requireNonNull(t1.begin(BASE));
    returns(left);

    t1.invalidate(session);

    assertAllHaveTheTombstoneOf(session);
    assertNull(t2.begin(BASE));
  }

  @ParameterizedTest
  @EnumSource
  void expireWhenTheNodesHaveOnlyTheFormerSessionThenTheyHaveTheTombstoneOfTheLaterOne(Left left) {
    FakeInstance session = bobAfterAnn();
    nodes.clock.advance(Duration.ofHours(2));
    returns(left);

    assertTrue(EngineTomcat.now(t1.shared.expire(session)));
    assertAllHaveTheTombstoneOf(session);
  }

  @Test
  void expireWhenALaterSessionIsThereThenThatIsLeftAlone() {
    ann();
    FakeInstance stale = Objects.requireNonNull(t2.local.get(BASE));
    annEnds();
    bob(t1);
    nodes.clock.advance(Duration.ofMinutes(20));
    t1.request(BASE, session -> session.set("page", "1"));
    nodes.clock.advance(Duration.ofMinutes(20));

    assertFalse(EngineTomcat.now(t2.shared.expire(stale)));
    assertFalse(Tombstone.isTombstone(bytesOn("n1")));
  }

  private void assertAllHaveTheTombstoneOf(FakeInstance session) {
    for (String node : nodes.ids()) {
      assertEquals(session.times().creationTime(), tombstoneOn(node), "the tombstone on " + node);
    }
  }

  private long tombstoneOn(String node) {
    try {
      return Tombstone.decode(bytesOn(node)).creationTime();
    } catch (RecordException e) {
      throw new AssertionError(node + " has no tombstone", e);
    }
  }

  /** With one copy an old one may lie on another node than the tombstone. */
  @Test
  void endWhenRecordsHaveOneCopyThenTheTombstoneIsOnTwoNodesAndComesBackToBoth() {
    Nodes three = new Nodes("n1", "n2", "n3");
    EngineTomcat one = new EngineTomcat("t1", three, 1, Granularity.ATTRIBUTE);
    FakeInstance session = one.create(BASE);
    session.set("user", "ann");
    one.end(session);

    one.invalidate(session);
    assertEquals(2, three.ids().stream().filter(id -> holdsSomething(three, id)).count());
    three.ids().forEach(id -> three.get(id).wipe());
    one.shared.ended().forEach(id -> EngineTomcat.now(one.shared.repairEnd(id)));

    assertEquals(2, three.ids().stream().filter(id -> holdsSomething(three, id)).count());
  }

  private static boolean holdsSomething(Nodes nodes, String id) {
    return EngineTomcat.now(nodes.get(id).load(BASE)) != null;
  }

  // ---- ends that no node has taken yet ----

  @Test
  void loadWhenTheEndOfTheFormerIsPendingThenTheLaterOneThatIsHereIsServed() {
    ann();
    FakeInstance session = Objects.requireNonNull(t1.begin(BASE));
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    t1.invalidate(session);
    assertNull(t1.begin(BASE));
    tick();
    FakeInstance created = t1.create(BASE);
    created.set("user", "bob");
    assertEquals(SaveOutcome.FAILED, t1.end(created));

    assertEquals("bob", t1.read(BASE, "user"));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    repairAll(t1);

    assertEquals("bob", t2.read(BASE, "user"));
    assertEquals("bob", t1.read(BASE, "user"));
    assertEquals(List.of(), List.copyOf(t1.shared.unfinishedEnds()));
  }

  /** A parallel request of the browser, before the session that the first creates is stored. */
  @Test
  void loadWhenTheEndOfTheFormerIsPendingThenTheLaterOneIsServedBeforeItIsStored() {
    ann();
    FakeInstance session = Objects.requireNonNull(t1.begin(BASE));
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    t1.invalidate(session);
    nodes.ids().forEach(id -> nodes.get(id).heal());
    tick();
    FakeInstance created = t1.create(BASE);
    created.set("user", "bob");

    assertEquals("bob", t1.read(BASE, "user"));
    assertEquals(SaveOutcome.UNCHANGED, t1.end(created));
    assertEquals("bob", t2.read(BASE, "user"));
  }

  @Test
  void loadWhenTheEndOfTheFormerIsPendingThenTheLaterOneOfAnotherTomcatIsServed() {
    bobAfterAnn();
    byte[] bobs = bytesOn("n1");
    returns(Left.RECORD);
    EngineTomcat third = another();
    FakeInstance anns = Objects.requireNonNull(third.begin(BASE));
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    third.invalidate(anns);
    nodes.ids().forEach(id -> nodes.get(id).heal());

    assertNull(third.begin(BASE)); // Ann's record is there
    nodes.ids().forEach(id -> put(id, bobs));

    assertEquals("bob", third.read(BASE, "user"));
    repairAll(third);
    assertEquals("bob", third.read(BASE, "user"));
  }

  /** The later session's end waits as well, and must not be lost with the former one's. */
  @Test
  void endWhenTheEndOfTheFormerIsPendingThenThatOfTheLaterOneComesToTheNodes() {
    ann();
    FakeInstance anns = Objects.requireNonNull(t1.begin(BASE));
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    t1.invalidate(anns);
    tick();
    FakeInstance bobs = t1.create(BASE);
    bobs.set("user", "bob");
    t1.end(bobs);
    t1.invalidate(bobs);
    nodes.ids().forEach(id -> nodes.get(id).heal());

    t1.timer.advance(Duration.ofSeconds(10));

    assertAllHaveTheTombstoneOf(bobs);
    assertEquals(List.of(), List.copyOf(t1.shared.unfinishedEnds()));
  }

  // ---- files ----

  @ParameterizedTest
  @EnumSource
  void openWhenTheFileHasTheLaterSessionThenThatGoesOn(Left left) {
    files.put(bobsFile());
    returns(left);

    assertEquals("bob", restarted().read(BASE, "user"));
    assertEquals("bob", another().read(BASE, "user"));
  }

  @ParameterizedTest
  @EnumSource
  void putBackWhenTheFileHasTheLaterSessionThenItIsStored(Left left) {
    SessionSnapshot file = bobsFile();
    returns(left);

    assertEquals(Fate.STORED, EngineTomcat.now(restarted().shared.putBack(file)));
    assertEquals("bob", another().read(BASE, "user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void openWhenTheFileHasTheFormerSessionThenItIsNotServed(boolean hasLaterEnded) {
    files.put(annsFile());
    bob(t2);
    if (hasLaterEnded) {
      end(t2);
    }

    assertEquals(hasLaterEnded ? null : "bob", restarted().read(BASE, "user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void putBackWhenTheFileHasTheFormerSessionThenItIsOutdated(boolean hasLaterEnded) {
    SessionSnapshot file = annsFile();
    bob(t2);
    if (hasLaterEnded) {
      end(t2);
    }

    assertEquals(Fate.OUTDATED, EngineTomcat.now(restarted().shared.putBack(file)));
    assertEquals(hasLaterEnded ? null : "bob", another().read(BASE, "user"));
  }

  /** Bob's session, which was changed when no node answered. */
  private SessionSnapshot bobsFile() {
    bobAfterAnn();
    return fileOf(t1);
  }

  /** Ann's, which has ended at the other Tomcat since. */
  private SessionSnapshot annsFile() {
    ann();
    SessionSnapshot file = fileOf(t1);
    end(t2);
    return file;
  }

  private SessionSnapshot fileOf(EngineTomcat tomcat) {
    FakeInstance session = Objects.requireNonNull(tomcat.begin(BASE));
    session.set("page", "1");
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.REFUSED));
    tomcat.end(session);
    SessionSnapshot file = Objects.requireNonNull(tomcat.shared.unsaved(session));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    return file;
  }

  private EngineTomcat restarted() {
    return new EngineTomcat("t1 again", nodes, files);
  }

  // ---- clocks ----

  /** Ann's was created by a Tomcat whose clock is ahead, or within the same millisecond. */
  @ParameterizedTest
  @ValueSource(longs = {0, 60_000})
  void createWhenTheFormerWasNotCreatedBeforeByTheClockThenTheNewOneCountsAsLater(long ahead) {
    FakeInstance anns = t1.create(BASE, nodes.clock.millis() + ahead);
    anns.set("user", "ann");
    t1.end(anns);
    assertEquals("ann", t2.read(BASE, "user"));
    end(t1);
    assertNull(t2.begin(BASE)); // the request that creates the next session

    FakeInstance bobs = t2.create(BASE);
    bobs.set("user", "bob");

    assertEquals(SaveOutcome.SAVED, t2.end(bobs));
    assertTrue(bobs.times().creationTime() > anns.times().creationTime());
    for (String lost : nodes.ids()) {
      nodes.get(lost).wipe();
      assertEquals("bob", t1.read(BASE, "user"));
      assertEquals("bob", another().read(BASE, "user"));
    }
    assertNotNull(t2.begin(BASE));
  }
}
