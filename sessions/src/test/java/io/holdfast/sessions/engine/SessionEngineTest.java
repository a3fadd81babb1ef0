package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.FailsOnce;
import io.holdfast.sessions.model.FailsWhenRead;
import io.holdfast.sessions.model.Nodes;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two Tomcats, one session, in either granularity. */
final class SessionEngineTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  private void use(Granularity granularity) {
    t1 = new EngineTomcat("t1", nodes, 2, granularity);
    t2 = new EngineTomcat("t2", nodes, 2, granularity);
  }

  private void createStored(String id) {
    FakeInstance session = t1.create(id);
    session.set("fruit", "apple");
    t1.end(session);
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenTheSessionIsNewThenTheOtherTomcatHasIt(Granularity granularity) {
    use(granularity);

    createStored("s");

    assertEquals("apple", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeThrowsAnErrorThenTheOthersAndLaterChangesAreStored(
      Granularity granularity) {
    use(granularity);
    createStored("s");

    SaveOutcome first =
        t1.request(
            "s",
            session -> {
              session.set("bad", Misbehaviour.THROWS_AN_ERROR.attribute());
              session.set("with", "it");
            });
    SaveOutcome next = t1.request("s", session -> session.set("after", "it"));

    assertEquals(List.of(SaveOutcome.SAVED, SaveOutcome.SAVED), List.of(first, next));
    assertEquals("it", t2.read("s", "with"));
    assertEquals("it", t2.read("s", "after"));
    assertNull(t2.read("s", "bad"));
  }

  /** Such as of a store whose threads have stopped, or want of memory. */
  @Test
  void saveWhenAnErrorEndsItThenItsChangesAreInTheNextOne() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    for (String node : List.of("n1", "n2")) {
      nodes
          .get(node)
          .onStore(
              () -> {
                throw new AssertionError("told to fail");
              });
    }
    session.set("fruit", "pear");
    SaveOutcome failed = t1.end(session);
    nodes.get("n1").onStore(() -> {});
    nodes.get("n2").onStore(() -> {});

    SaveOutcome next = t1.request("s", again -> again.set("drink", "water"));

    assertEquals(List.of(SaveOutcome.FAILED, SaveOutcome.SAVED), List.of(failed, next));
    assertEquals("pear", t2.read("s", "fruit"));
    assertEquals("water", t2.read("s", "drink"));
  }

  @Test
  void saveWhenWhatFollowsItFailsThenTheNextSaveHasItsTurn() {
    FailingFiles files = new FailingFiles();
    EngineTomcat tomcat = new EngineTomcat("t1", nodes, files);
    FakeInstance session = tomcat.create("s");
    session.set("a", 1);
    SaveOutcome failed = tomcat.end(session);

    files.fail = false;
    SaveOutcome next = tomcat.request("s", again -> again.set("b", 2));

    assertEquals(List.of(SaveOutcome.FAILED, SaveOutcome.SAVED), List.of(failed, next));
    assertEquals(1, t2.read("s", "a"));
    assertEquals(2, t2.read("s", "b"));
  }

  /**
   * A counter under a lease was raised to the same number twice: a change of another Tomcat had
   * been taken along by the instance that was here, which does not show it, and the nodes were
   * silent.
   */
  @Test
  void unansweredWhenTheInstanceDoesNotShowAllThatIsKnownHereThenOneIsMadeOfThat() {
    createStored("s");
    FakeInstance local = Objects.requireNonNull(t1.begin("s"));
    t2.request("s", s -> s.set("there", "2"));
    local.set("here", "1");
    t1.end(local);

    LoadedSession.Fresh opening =
        assertInstanceOf(LoadedSession.Fresh.class, t1.shared.unanswered(local));

    FakeInstance fresh = new FakeInstance(opening);
    assertEquals("1", fresh.get("here"));
    assertEquals("2", fresh.get("there"));
  }

  @Test
  void unansweredWhenTheInstanceShowsAllThatIsKnownHereThenItIsUsed() {
    createStored("s");
    FakeInstance local = Objects.requireNonNull(t1.begin("s"));
    t1.end(local);

    assertInstanceOf(LoadedSession.Local.class, t1.shared.unanswered(local));
  }

  private static final class FailingFiles implements DiskFallback {

    private boolean fail = true;

    @Override
    public @Nullable SessionSnapshot find(SessionId id) {
      return null;
    }

    @Override
    public void stored(SessionId id) {
      if (fail) {
        throw new AssertionError("told to fail");
      }
    }

    @Override
    public void ended(SessionId id) {}

    @Override
    public void unreadable(SessionId id) {}
  }

  @Test
  void saveWhenStoredThenBothNodesHaveTheRecord() {
    createStored("s");

    assertTrue(nodes.get("n1").keys().contains("s"));
    assertTrue(nodes.get("n2").keys().contains("s"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenTwoTomcatsChangedDifferentAttributesThenBothChangesAreThere(
      Granularity granularity) {
    use(granularity);
    createStored("s");
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));

    one.set("a", "1");
    other.set("b", "2");
    SaveOutcome first = t1.end(one);
    SaveOutcome second = t2.end(other);

    assertEquals(List.of(SaveOutcome.SAVED, SaveOutcome.SAVED), List.of(first, second));
    assertEquals("1", t2.read("s", "a"));
    assertEquals("2", t1.read("s", "b"));
    assertEquals("apple", t1.read("s", "fruit"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeWasRemovedThenItStaysRemovedBesideAnothersChange(
      Granularity granularity) {
    use(granularity);
    createStored("s");
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));

    one.set("a", "1");
    other.removeAttribute("fruit");
    t1.end(one);
    t2.end(other);

    assertNull(t1.read("s", "fruit"));
    assertEquals("1", t1.read("s", "a"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAListChangedInPlaceThenItIsStored(Granularity granularity) {
    use(granularity);
    FakeInstance session = t1.create("s");
    session.set("list", new ArrayList<>(List.of("a")));
    t1.end(session);

    t2.request("s", s -> listOf(s).add("b"));

    assertEquals(List.of("a", "b"), t1.read("s", "list"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAListWasOnlyReadThenWhatAnotherTomcatAddedStays(Granularity granularity) {
    use(granularity);
    FakeInstance session = t1.create("s");
    session.set("list", new ArrayList<>(List.of("a")));
    t1.end(session);
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));

    listOf(other).add("b");
    t2.end(other);
    assertEquals(List.of("a"), listOf(one));
    one.set("fruit", "apple");
    t1.end(one);

    assertEquals(List.of("a", "b"), t2.read("s", "list"));
    assertEquals("apple", t2.read("s", "fruit"));
  }

  @SuppressWarnings("unchecked")
  private static List<String> listOf(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get("list"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenANoteWasMadeThenTheOtherTomcatHasIt(Granularity granularity) {
    use(granularity);
    createStored("s");

    t1.request("s", s -> s.note("interrupted"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));

    assertEquals("interrupted", other.storableNotes());
    assertEquals("apple", other.get("fruit"));
  }

  @Test
  void saveWhenANoteWasRemovedThenTheOtherTomcatHasNone() {
    createStored("s");
    t1.request("s", s -> s.note("interrupted"));

    t2.request("s", s -> s.note(null));

    assertNull(Objects.requireNonNull(t1.begin("s")).storableNotes());
  }

  @Test
  void openWhenTheNotesCannotBeReadThenTheSessionIsAbsent() {
    createStored("s");

    t1.request("s", s -> s.note(new FailsWhenRead()));

    assertNull(t2.begin("s"));
    assertEquals(1, t2.metrics.get(Metric.LOADS_UNREADABLE));
  }

  @Test
  void saveWhenOneMadeANoteAndAnotherLoggedInThenBothAreThere() {
    createStored("s");
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));

    other.logIn("FORM", "ann");
    one.note("interrupted");
    t2.end(other);
    t1.end(one);
    FakeInstance read = Objects.requireNonNull(t2.begin("s"));

    assertEquals("ann", read.principal());
    assertEquals("FORM", read.authType());
    assertEquals("interrupted", read.storableNotes());
  }

  @Test
  void saveWhenANoteWasMadeEarlierThenAChangeOfAnAttributeKeepsIt() {
    createStored("s");
    t1.request("s", s -> s.note("interrupted"));

    t2.request("s", s -> s.set("fruit", "pear"));

    assertEquals("interrupted", Objects.requireNonNull(t1.begin("s")).storableNotes());
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenItWasTooLargeOnceThenWhatItHadIsInTheNextOne(Granularity granularity) {
    use(granularity);
    createStored("s");

    SaveOutcome outcome =
        t1.request(
            "s",
            s -> {
              s.set("fruit", "pear");
              s.set("large", "x".repeat(20_000));
            });
    t1.request("s", s -> s.removeAttribute("large"));

    assertEquals(SaveOutcome.TOO_LARGE, outcome);
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenTheUserCannotBeWrittenOnceThenTheAttributesAreInTheNextOne(Granularity granularity) {
    use(granularity);
    createStored("s");

    t1.request(
        "s",
        s -> {
          s.set("fruit", "pear");
          s.logIn("FORM", new FailsOnce());
        });
    t1.timer.advance(Duration.ofSeconds(1));

    assertEquals("pear", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAListChangesWhileItIsWrittenThenItIsStoredBehindTheRequest(Granularity granularity) {
    use(granularity);
    createStored("s");

    SaveOutcome outcome = t1.request("s", s -> s.set("fruit", new ChangesWhileWritten(6)));
    t1.timer.advance(Duration.ofSeconds(1));

    assertEquals(SaveOutcome.FAILED, outcome);
    assertInstanceOf(ChangesWhileWritten.class, t2.read("s", "fruit"));
  }

  /** A value whose collection another thread changes each time it is written, for a while. */
  private static final class ChangesWhileWritten implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private transient int times;

    ChangesWhileWritten(int times) {
      this.times = times;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      if (times-- > 0) {
        throw new ConcurrentModificationException("told to fail by the test");
      }
      out.defaultWriteObject();
    }
  }

  /**
   * It begins after the request has asked for a save on its way, and before it asks for changes.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saveWhenAnothersSaveTakesTheChangeAlongMeanwhileThenWaitsForThat(boolean asksFirst) {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    t1.begin("s");
    session.set("one", "1");
    session.set("other", "2");
    nodes.get("n1").freeze();
    nodes.get("n2").freeze();
    session.instanceState().use().requestFinishing();
    List<CompletableFuture<SaveOutcome>> one = new ArrayList<>();

    session.meanwhile(() -> one.add(t1.endLater(session)));
    boolean wasSettled = asksFirst && InstanceChanges.isSettled(session);
    CompletableFuture<SaveOutcome> other = t1.shared.save(session);
    boolean wasDone = other.isDone();
    nodes.get("n1").thaw();
    nodes.get("n2").thaw();

    assertFalse(wasSettled);
    assertFalse(wasDone);
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(one.get(0)));
    assertEquals(SaveOutcome.UNCHANGED, EngineTomcat.now(other));
    assertEquals("2", t2.read("s", "other"));
  }

  @Test
  void saveWhenAnothersSaveHasTakenTheChangeAlongThenWaitsForThat() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    t1.begin("s");
    session.set("one", "1");
    session.set("other", "2");
    nodes.get("n1").freeze();
    nodes.get("n2").freeze();
    session.instanceState().use().requestFinishing();

    CompletableFuture<SaveOutcome> one = t1.endLater(session);
    boolean wasSettled = InstanceChanges.isSettled(session);
    CompletableFuture<SaveOutcome> other = t1.shared.save(session);
    boolean wasDone = other.isDone();
    nodes.get("n1").thaw();
    nodes.get("n2").thaw();

    assertFalse(wasSettled);
    assertFalse(wasDone);
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(one));
    assertEquals(SaveOutcome.UNCHANGED, EngineTomcat.now(other));
    assertTrue(InstanceChanges.isSettled(session));
    assertEquals("2", t2.read("s", "other"));
  }

  @Test
  void saveWhenAnothersSaveFailsThenFailsAsWell() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    t1.begin("s");
    session.set("other", "2");
    nodes.get("n1").freeze();
    nodes.get("n2").freeze();
    session.instanceState().use().requestFinishing();

    CompletableFuture<SaveOutcome> one = t1.endLater(session);
    CompletableFuture<SaveOutcome> other = t1.shared.save(session);
    nodes.get("n1").timeOut();
    nodes.get("n2").timeOut();

    assertEquals(SaveOutcome.FAILED, EngineTomcat.now(one));
    assertEquals(SaveOutcome.FAILED, EngineTomcat.now(other));
  }

  @Test
  void saveWhenNothingChangedThenNothingIsWritten() {
    FakeInstance session = t1.create("s");
    session.set("list", new ArrayList<>(List.of("a")));
    t1.end(session);
    nodes.clearOperations();

    SaveOutcome outcome = t2.request("s", s -> s.get("list"));

    assertEquals(SaveOutcome.UNCHANGED, outcome);
    assertEquals(0, nodes.count("store"));
  }

  @Test
  void openWhenNoNodeAnswersThenItIsNotCertainThatThereIsNothing() {
    createStored("s");
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));

    LoadedSession opening = t2.shared.look(new SessionId("s"), null, false).join().get();

    assertEquals(new LoadedSession.Nothing(Set.copyOf(nodes.ids())), opening);
  }

  @Test
  void openWhenOneNodeIsSilentAndTheOthersHaveNothingThenItMayHaveIt() {
    String silent = nodes.ids().iterator().next();
    nodes.get(silent).failWith(Reason.UNAVAILABLE);

    LoadedSession opening = t2.shared.look(new SessionId("s"), null, false).join().get();

    assertEquals(new LoadedSession.Nothing(Set.of(silent)), opening);
  }

  @Test
  void openWhenTheNodesHaveNothingThenThatIsCertain() {
    LoadedSession opening = t2.shared.look(new SessionId("s"), null, false).join().get();

    assertEquals(LoadedSession.Nothing.AT_ALL, opening);
  }

  @Test
  void openWhenTheRecordIsUnchangedThenTheInstanceThatIsHereIsUsed() {
    createStored("s");

    FakeInstance first = t1.begin("s");
    FakeInstance second = t1.begin("s");

    assertNotNull(first);
    assertSame(first, second);
  }

  @Test
  void openWhenAnotherTomcatChangedTheRecordThenANewInstanceShowsIt() {
    createStored("s");
    FakeInstance before = t1.begin("s");

    t2.request("s", s -> s.set("fruit", "pear"));
    FakeInstance after = Objects.requireNonNull(t1.begin("s"));

    assertNotSame(before, after);
    assertEquals("pear", after.get("fruit"));
  }

  @Test
  void saveWhenTheInstanceIsOutdatedThenItsChangeIsLaidOverTheNewerRecord() {
    createStored("s");
    FakeInstance slow = Objects.requireNonNull(t1.begin("s"));
    t2.request("s", s -> s.set("fruit", "pear"));
    FakeInstance quick = Objects.requireNonNull(t1.begin("s"));
    quick.set("quick", "yes");
    t1.end(quick);

    slow.set("slow", "yes");
    t1.end(slow);

    assertEquals("pear", t2.read("s", "fruit"));
    assertEquals("yes", t2.read("s", "quick"));
    assertEquals("yes", t2.read("s", "slow"));
  }

  @Test
  void saveWhenASecondTimeInOneRequestThenBothChangesAreStored() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t2.begin("s"));

    session.set("a", "1");
    SaveOutcome first = EngineTomcat.now(t2.shared.save(session));
    session.set("b", "2");
    SaveOutcome second = t2.end(session);

    assertEquals(List.of(SaveOutcome.SAVED, SaveOutcome.SAVED), List.of(first, second));
    assertEquals("1", t1.read("s", "a"));
    assertEquals("2", t1.read("s", "b"));
  }

  // ---- the end ----

  @Test
  void invalidateWhenALateRequestSavesThenTheSessionStaysEnded() {
    createStored("s");
    FakeInstance late = Objects.requireNonNull(t2.begin("s"));

    t1.invalidate(Objects.requireNonNull(t1.begin("s")));
    late.set("late", "yes");
    SaveOutcome outcome = t2.end(late);

    assertEquals(SaveOutcome.ENDED, outcome);
    assertNull(t1.begin("s"));
    assertNull(t2.begin("s"));
  }

  @Test
  void invalidateWhenNoNodeAnswersThenTheSessionIsGoneHereAndLaterEverywhere() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));

    t1.invalidate(session);
    nodes.ids().forEach(id -> nodes.get(id).heal());
    FakeInstance here = t1.begin("s");
    nodes.ids().forEach(id -> t1.health.watch(id).succeeded());
    t1.shared.nodeReturned();

    assertNull(here);
    assertNull(t2.begin("s"));
  }

  @Test
  void createWhenTheIdHadAnotherSessionThenTheNewOneIsStored() {
    createStored("s");
    t1.invalidate(Objects.requireNonNull(t1.begin("s")));
    nodes.clock.advance(Duration.ofSeconds(1));

    createStored("s");

    assertEquals("apple", t2.read("s", "fruit"));
  }

  @Test
  void renameWhenDoneThenOnlyTheNewIdHasTheSession() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t2.begin("old"));

    session.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(session, new SessionId("old")));

    assertEquals("apple", t1.read("new", "fruit"));
    assertNull(t1.begin("old"));
  }

  @Test
  void renameWhenAnotherStoredUnderTheFormerIdMeanwhileThenThatIsTakenAlong() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t2.begin("old"));
    t1.request("old", s -> s.set("late", "plum"));

    session.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(session, new SessionId("old")));

    assertEquals("plum", t1.read("new", "late"));
    assertEquals("apple", t1.read("new", "fruit"));
    assertNull(t1.begin("old"));
  }

  /** A Tomcat that is slower than others write under the former id would never be done. */
  @Test
  void renameWhenOthersStoreUnderTheFormerIdAllTheTimeThenItSucceedsAndTakesAllAlong() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t2.begin("old"));
    AtomicInteger stored = new AtomicInteger();
    nodes
        .get(t1.firstNodeOf("new"))
        .onStoreOf(
            "new",
            () -> {
              FakeInstance other = t1.begin("old");
              if (other != null) {
                other.set("late", String.valueOf(stored.incrementAndGet()));
                assertEquals(SaveOutcome.SAVED, t1.end(other));
              }
            });

    session.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(session, new SessionId("old")));

    assertNull(t1.begin("old"));
    assertEquals(String.valueOf(stored.get()), t1.read("new", "late"));
  }

  /** One save has the changes of all requests that were at work in its instance. */
  @Test
  void saveWhenTheIdHasChangedElsewhereThenEachRequestOfTheInstanceIsToldSo() {
    createStored("old");
    FakeInstance here = Objects.requireNonNull(t1.begin("old"));
    FakeInstance there = Objects.requireNonNull(t2.begin("old"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("old")));

    here.set("first", "plum");
    here.set("second", "pear");
    SaveOutcome ofFirst = EngineTomcat.now(t1.shared.save(here));
    boolean isSecondSettled = InstanceChanges.isSettled(here);
    SaveOutcome ofSecond = EngineTomcat.now(t1.shared.save(here));

    assertEquals(SaveOutcome.RENAMED, ofFirst);
    assertFalse(isSecondSettled);
    assertEquals(SaveOutcome.RENAMED, ofSecond);
  }

  /** Another request of the same Tomcat learns first that the id leads nowhere. */
  @Test
  void saveWhenTheInstanceWasForgottenForAChangedIdThenItsRequestIsToldSo() {
    createStored("old");
    FakeInstance here = Objects.requireNonNull(t1.begin("old"));
    here.set("late", "plum");
    FakeInstance there = Objects.requireNonNull(t2.begin("old"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("old")));

    assertNull(t1.begin("old"));
    here.end();

    assertFalse(InstanceChanges.isSettled(here));
    assertEquals(SaveOutcome.RENAMED, EngineTomcat.now(t1.shared.save(here)));
  }

  /** A copy that a node did not take brings the instance's Tomcat to ask the nodes once more. */
  @Test
  void saveWhenARepairFindsThatTheIdHasChangedElsewhereThenItsRequestIsToldSo() {
    createStored("old");
    FakeInstance here = Objects.requireNonNull(t1.begin("old"));
    FakeInstance there = Objects.requireNonNull(t2.begin("old"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("old")));

    EngineTomcat.now(t1.shared.repair(here));
    here.set("late", "plum");

    assertFalse(InstanceChanges.isSettled(here));
    assertEquals(SaveOutcome.RENAMED, EngineTomcat.now(t1.shared.save(here)));
  }

  /** A node that forgot the tombstone makes no difference. */
  @Test
  void saveWhenARepairRemembersThatTheIdHasChangedElsewhereThenItsRequestIsToldSo() {
    createStored("old");
    FakeInstance here = Objects.requireNonNull(t1.begin("old"));
    t1.local.remove("old");
    assertNotNull(t1.begin("old"));
    FakeInstance there = Objects.requireNonNull(t2.begin("old"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("old")));
    assertNull(t1.begin("old")); // the other instance of this Tomcat is told
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    EngineTomcat.now(t1.shared.repair(here));
    here.set("late", "plum");

    assertEquals(SaveOutcome.RENAMED, EngineTomcat.now(t1.shared.save(here)));
  }

  /** The tombstone of its own former id is not its end. */
  @Test
  void repairWhenTheInstanceGetsAnotherIdMeanwhileThenItGoesOn() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t1.begin("old"));
    FaultyStore first = nodes.get(t1.firstNodeOf("old"));
    first.onLoad(
        () -> {
          first.onLoad(() -> {});
          session.changeId(new SessionId("new"));
          EngineTomcat.now(t1.shared.renamed(session, new SessionId("old")));
        });

    EngineTomcat.now(t1.shared.repair(session));
    session.set("late", "plum");

    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(t1.shared.save(session)));
    assertEquals("plum", t2.read("new", "late"));
  }

  /** A request may ask for the former id, and have the instance in hand, while it gets another. */
  @Test
  void lookWhenTheInstanceGetsAnotherIdMeanwhileThenItIsTheOneThatIsFound() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t1.begin("old"));
    session.changeId(new SessionId("new"));
    EngineTomcat.now(t1.shared.renamed(session, new SessionId("old")));

    LoadedSession opening =
        EngineTomcat.now(t1.shared.look(new SessionId("old"), session, false)).get();

    assertInstanceOf(LoadedSession.Local.class, opening);
    session.set("late", "plum");
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(t1.shared.save(session)));
    assertEquals("plum", t2.read("new", "late"));
  }

  @Test
  void lookWhenTheTombstoneOfTheFormerIdIsOnItsWayThenAnotherInstanceIsToldSo() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t1.begin("old"));
    t1.local.remove("old");
    FakeInstance other = Objects.requireNonNull(t1.begin("old"));
    other.set("late", "plum");
    session.changeId(new SessionId("new"));
    nodes.get("n2").onStore(() -> lookForFormer(other));

    SaveOutcome renamed = EngineTomcat.now(t1.shared.renamed(session, new SessionId("old")));
    other.end();

    assertEquals(SaveOutcome.SAVED, renamed);
    assertEquals(SaveOutcome.RENAMED, EngineTomcat.now(t1.shared.save(other)));
  }

  /** It must not be taken for an end by another Tomcat, for which the new id would be given up. */
  @Test
  void renameWhenANodeReturnsMeanwhileThenTheSessionGoesOn() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t1.begin("old"));
    session.changeId(new SessionId("new"));
    nodes.get("n1").onStore(t1.shared::nodeReturned);
    nodes.get("n2").onStore(t1.shared::nodeReturned);
    t2.request("old", s -> s.set("late", "plum")); // so that more than one attempt is needed

    SaveOutcome outcome = EngineTomcat.now(t1.shared.renamed(session, new SessionId("old")));

    assertEquals(SaveOutcome.SAVED, outcome);
    assertEquals("plum", t2.read("new", "late"));
  }

  private void lookForFormer(FakeInstance other) {
    var unused = EngineTomcat.now(t1.shared.look(new SessionId("old"), other, false));
  }

  @Test
  void saveWhenALoginHappensHereAfterTheIdHasChangedElsewhereThenItIsToldThatItIsLost() {
    createStored("old");
    FakeInstance here = Objects.requireNonNull(t1.begin("old"));
    FakeInstance there = Objects.requireNonNull(t2.begin("old"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("old")));
    here.set("first", "plum");
    assertEquals(SaveOutcome.RENAMED, EngineTomcat.now(t1.shared.save(here)));

    here.removeAttribute("first");
    here.logIn("FORM", "ann");

    assertEquals(SaveOutcome.RENAMED, EngineTomcat.now(t1.shared.save(here)));
  }

  @Test
  void saveWhenTheIdHasChangedElsewhereThenItsRequestIsToldThatTheChangeIsLost() {
    createStored("old");
    FakeInstance here = Objects.requireNonNull(t1.begin("old"));
    FakeInstance there = Objects.requireNonNull(t2.begin("old"));
    there.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(there, new SessionId("old")));

    here.set("late", "plum");
    SaveOutcome outcome = EngineTomcat.now(t1.shared.save(here));

    assertEquals(SaveOutcome.RENAMED, outcome);
    assertTrue(outcome.isLoss());
  }

  @Test
  void saveWhenTheSessionHasEndedElsewhereThenNothingIsLost() {
    createStored("s");
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    t2.invalidate(Objects.requireNonNull(t2.begin("s")));

    here.set("late", "plum");
    SaveOutcome outcome = EngineTomcat.now(t1.shared.save(here));

    assertEquals(SaveOutcome.ENDED, outcome);
    assertFalse(outcome.isLoss());
  }

  /** Another request of the session saves between the change of the id and what follows of it. */
  @Test
  void saveWhenTheIdIsJustChangingThenNoRecordOfAnotherIdIsUnderTheKey() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t1.begin("old"));
    session.set("late", "plum");

    session.changeId(new SessionId("new"));
    EngineTomcat.now(t1.shared.save(session));

    assertEquals("plum", t2.read("old", "late"));
    EngineTomcat.now(t1.shared.renamed(session, new SessionId("old")));
    assertEquals("plum", t2.read("new", "late"));
    assertEquals("apple", t2.read("new", "fruit"));
    assertNull(t2.begin("old"));
  }

  @Test
  void expireWhenTwoTomcatsTryThenOneEndsIt() {
    createStored("s");
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    FakeInstance there = Objects.requireNonNull(t2.begin("s"));
    nodes.clock.advance(Duration.ofSeconds(1_801));

    boolean first = EngineTomcat.now(t1.shared.expire(here));
    boolean second = EngineTomcat.now(t2.shared.expire(there));

    assertEquals(List.of(true, false), List.of(first, second));
  }

  @Test
  void expireWhenTheNodesHaveForgottenTheSessionThenOneTomcatEndsIt() {
    createStored("s");
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    FakeInstance there = Objects.requireNonNull(t2.begin("s"));
    nodes.clock.advance(Duration.ofSeconds(2_252));

    boolean first = EngineTomcat.now(t2.shared.expire(there));
    boolean second = EngineTomcat.now(t1.shared.expire(here));

    assertEquals(List.of(true, false), List.of(first, second));
  }

  @Test
  void expireWhenItsTimeIsNotUpAndNobodyUsedItSinceThenItEndsForAll() {
    createStored("s");
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    nodes.clock.advance(Duration.ofMinutes(10));

    boolean ended = EngineTomcat.now(t1.shared.expire(here));

    assertTrue(ended);
    assertNull(t2.begin("s"));
  }

  @Test
  void expireWhenItsTimeIsNotUpAndAnotherTomcatUsedItSinceThenItGoesOn() {
    createStored("s");
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    nodes.clock.advance(Duration.ofMinutes(10));
    t2.request("s", session -> session.set("fruit", "plum"));

    boolean ended = EngineTomcat.now(t1.shared.expire(here));

    assertFalse(ended);
    assertEquals("plum", t2.read("s", "fruit"));
  }

  @Test
  void endWhenAnotherTomcatHasEndedTheSessionThenIsNotByThis() {
    createStored("s");
    FakeInstance here = Objects.requireNonNull(t1.begin("s"));
    FakeInstance there = Objects.requireNonNull(t2.begin("s"));

    boolean first = EngineTomcat.now(t2.shared.end(there));
    boolean second = EngineTomcat.now(t1.shared.end(here));
    boolean again = EngineTomcat.now(t1.shared.end(here));

    assertEquals(List.of(true, false, false), List.of(first, second, again));
  }

  // ---- the lease ----

  @Test
  void saveWhenTheLeaseIsLostThenNothingIsWritten() {
    createStored("s");
    FakeInstance stalled = Objects.requireNonNull(t1.begin("s"));
    stalled.instanceState().use().leased(() -> true);

    stalled.set("fruit", "pear");
    SaveOutcome outcome = t1.end(stalled);

    assertEquals(SaveOutcome.LEASE_LOST, outcome);
    assertEquals("apple", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenTheLeaseIsLostThenEachRequestOfTheInstanceIsToldSo() {
    createStored("s");
    FakeInstance stalled = Objects.requireNonNull(t1.begin("s"));
    stalled.instanceState().use().leased(() -> true);
    stalled.set("fruit", "pear");
    SaveOutcome ofFirst = EngineTomcat.now(t1.shared.save(stalled));

    SaveOutcome ofSecond = EngineTomcat.now(t1.shared.save(stalled));

    assertEquals(SaveOutcome.LEASE_LOST, ofFirst);
    assertEquals(SaveOutcome.LEASE_LOST, ofSecond);
  }

  @Test
  void renameWhenTheLeaseIsLostThenTheSessionGoesOnUnderItsFormerId() {
    createStored("old");
    FakeInstance stalled = Objects.requireNonNull(t1.begin("old"));
    stalled.instanceState().use().leased(() -> true);
    stalled.changeId(new SessionId("new"));

    SaveOutcome outcome = EngineTomcat.now(t1.shared.renamed(stalled, new SessionId("old")));

    assertEquals(SaveOutcome.LEASE_LOST, outcome);
    assertEquals("apple", t2.read("old", "fruit"));
    assertNull(t2.begin("new"));
  }

  /** A Tomcat stood still behind its first write; its client was refused, and asked another one. */
  @Test
  void saveWhenItsRequestWasRefusedAndAnotherTomcatStoredSinceThenThatIsKept() {
    createStored("s");
    FakeInstance stalled = Objects.requireNonNull(t1.begin("s"));
    boolean[] isRefused = {false};
    nodes
        .get(t1.firstNodeOf("s"))
        .onStore(
            () -> {
              if (!isRefused[0]) {
                isRefused[0] = true;
                stalled.instanceState().saves().giveUp();
                t2.request("s", s -> s.set("fruit", "plum"));
              }
            });
    stalled.set("fruit", "pear");

    SaveOutcome outcome = t1.end(stalled);

    assertEquals(SaveOutcome.OVERTAKEN, outcome);
    assertEquals("plum", t1.read("s", "fruit"));
    assertEquals("plum", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenItsRequestWasRefusedAndNoOtherStoredThenItIsStored() {
    createStored("s");
    FakeInstance slow = Objects.requireNonNull(t1.begin("s"));
    nodes.get(t1.firstNodeOf("s")).onStore(slow.instanceState().saves()::giveUp);
    slow.set("fruit", "pear");

    SaveOutcome outcome = t1.end(slow);

    assertEquals(SaveOutcome.SAVED, outcome);
    assertEquals("pear", t2.read("s", "fruit"));
  }

  /** The holder stood still behind its first write, and the next holder was answered meanwhile. */
  @Test
  void renameWhenTheLeaseIsLostAndTheNextHolderHasStoredThenThatIsKeptUnderTheFormerId() {
    createStored("old");
    FakeInstance stalled = Objects.requireNonNull(t1.begin("old"));
    boolean[] lost = {false};
    stalled.instanceState().use().leased(() -> lost[0]);
    nodes
        .get(t1.firstNodeOf("old"))
        .onStore(
            () -> {
              if (!lost[0]) {
                lost[0] = true;
                t2.request("old", s -> s.set("fruit", "plum"));
              }
            });
    stalled.changeId(new SessionId("new"));

    SaveOutcome outcome = EngineTomcat.now(t1.shared.renamed(stalled, new SessionId("old")));

    assertEquals(SaveOutcome.LEASE_LOST, outcome);
    assertTrue(InstanceChanges.mayDiffer(stalled), "its request has to be told");
    assertEquals("plum", t2.read("old", "fruit"));
    assertNull(t2.begin("new"));
  }

  /** What was answered without the lease is not the lease's to give up. */
  @Test
  void saveWhenTheLeaseIsLostThenWhatOthersHereCouldNotStoreIsStoredLater() {
    createStored("s");
    FakeInstance leased = Objects.requireNonNull(t1.begin("s"));
    FakeInstance beside = Objects.requireNonNull(EngineTomcat.now(t1.beginAloneLater("s")));
    nodes.get("n1").failWith(Reason.TIMEOUT);
    nodes.get("n2").failWith(Reason.TIMEOUT);
    beside.set("drink", "water");
    assertEquals(SaveOutcome.FAILED, t1.end(beside));
    nodes.get("n1").heal();
    nodes.get("n2").heal();
    leased.instanceState().use().leased(() -> true);
    leased.set("fruit", "pear");
    assertEquals(SaveOutcome.LEASE_LOST, t1.end(leased));
    t1.local.remove("s");

    t1.request("s", s -> s.set("bread", "rye"));

    assertEquals("water", t2.read("s", "drink"));
    assertEquals("apple", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenTheSuccessorHasLoadedThenTheStalledHolderCannotWrite() {
    createStored("s");
    boolean[] lost = {false};
    FakeInstance stalled = Objects.requireNonNull(EngineTomcat.now(t1.beginLater("s", true)));
    stalled.instanceState().use().leased(() -> lost[0]);
    stalled.set("fruit", "pear");
    FakeInstance successor = Objects.requireNonNull(EngineTomcat.now(t2.beginLater("s", true)));
    successor.instanceState().use().leased(() -> false);

    // It believes in its lease when it writes, and learns better by the conflict.
    nodes.get("n1").onStore(() -> lost[0] = true);
    nodes.get("n2").onStore(() -> lost[0] = true);
    SaveOutcome outcome = t1.end(stalled);
    successor.set("fruit", "plum");
    t2.end(successor);

    assertEquals(SaveOutcome.LEASE_LOST, outcome);
    assertEquals("plum", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenTheHolderCouldNotSeeWhatTheLastOneStoredThenIsRefused() {
    createStored("s");
    FakeInstance local = Objects.requireNonNull(t1.local.get("s"));
    t2.request("s", s -> s.set("fruit", "plum"));
    local.access(nodes.clock.millis());
    local.instanceState().unanswered();
    local.instanceState().use().leased(() -> false);

    local.set("fruit", "pear");
    SaveOutcome outcome = t1.end(local);

    assertEquals(SaveOutcome.LEASE_LOST, outcome);
    assertEquals("plum", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenTheHolderCouldNotSeeTheRecordThatIsItsOwnThenIsSaved() {
    createStored("s");
    FakeInstance local = Objects.requireNonNull(t1.local.get("s"));
    local.access(nodes.clock.millis());
    local.instanceState().unanswered();
    local.instanceState().use().leased(() -> false);

    local.set("fruit", "pear");
    SaveOutcome outcome = t1.end(local);

    assertEquals(SaveOutcome.SAVED, outcome);
    assertEquals("pear", t2.read("s", "fruit"));
  }

  // ---- nodes ----

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void openWhenEitherNodeIsLostThenNothingIs(String lost) {
    createStored("s");
    nodes.get(lost).failWith(Reason.UNAVAILABLE);

    t1.request("s", s -> s.set("a", "1"));
    nodes.get(lost).wipe();
    nodes.get(lost).heal();

    assertEquals("1", t2.read("s", "a"));
    assertEquals("apple", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void openWhenANodeReturnsWithAnOldRecordThenTheNewOneIsBelieved(String away) {
    createStored("s");
    nodes.get(away).failWith(Reason.TIMEOUT);
    t1.request("s", s -> s.set("fruit", "pear"));

    nodes.get(away).heal();
    t2.request("s", s -> s.set("other", "yes"));

    assertEquals("pear", t1.read("s", "fruit"));
    assertEquals("yes", t1.read("s", "other"));
  }

  @Test
  void openWhenNoNodeAnswersThenTheInstanceThatIsHereGoesOn() {
    createStored("s");
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));

    SaveOutcome outcome = t1.request("s", s -> s.set("fruit", "pear"));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    nodes.ids().forEach(id -> t1.health.watch(id).succeeded());
    t1.request("s", s -> {});

    assertEquals(SaveOutcome.FAILED, outcome);
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void openWhenTwoTomcatsWentOnWithoutANodeThenTheirChangesAreJoined() {
    createStored("s");
    t2.request("s", s -> {});
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));
    t1.request("s", s -> s.set("a", "1"));
    t2.request("s", s -> s.set("b", "2"));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    nodes.ids().forEach(id -> t1.health.watch(id).succeeded());
    nodes.ids().forEach(id -> t2.health.watch(id).succeeded());

    t1.request("s", s -> {});
    t2.request("s", s -> {});

    assertEquals("1", t2.read("s", "a"));
    assertEquals("2", t1.read("s", "b"));
    assertEquals("apple", t1.read("s", "fruit"));
  }

  @Test
  void repairWhenTwoTomcatsWentOnWithoutANodeThenTheirChangesAreJoined() {
    createStored("s");
    t2.request("s", s -> {});
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));
    t1.request("s", s -> s.set("a", "1"));
    t2.request("s", s -> s.set("b", "2"));
    nodes.ids().forEach(id -> nodes.get(id).heal());
    nodes.ids().forEach(id -> nodes.get(id).wipe());
    nodes.ids().forEach(id -> t1.health.watch(id).succeeded());
    nodes.ids().forEach(id -> t2.health.watch(id).succeeded());

    EngineTomcat.now(t1.shared.repair(Objects.requireNonNull(t1.local.get("s"))));
    EngineTomcat.now(t2.shared.repair(Objects.requireNonNull(t2.local.get("s"))));

    assertEquals("1", t2.read("s", "a"));
    assertEquals("2", t1.read("s", "b"));
    assertEquals("apple", t1.read("s", "fruit"));
  }

  @Test
  void repairWhenANodeCameBackEmptyThenItHasTheRecordAgain() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    nodes.get("n1").wipe();

    EngineTomcat.now(t1.shared.repair(session));

    assertTrue(nodes.get("n1").keys().contains("s"));
  }

  @Test
  void repairWhenAllNodesCameBackEmptyThenTheSessionIsStoredFromHere() {
    createStored("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    EngineTomcat.now(t1.shared.repair(session));

    assertEquals("apple", t2.read("s", "fruit"));
  }

  @Test
  void saveWhenTheTomcatsSeeDifferentNodesThenTheirChangesAreJoined() {
    createStored("s");
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));
    String first = t1.firstNodeOf("s");
    t1.health.watch(first).disconnected("no connection");

    one.set("a", "1");
    other.set("b", "2");
    t1.end(one);
    t2.end(other);
    t1.health.watch(first).succeeded();

    assertEquals("1", t2.read("s", "a"));
    assertEquals("2", t2.read("s", "b"));
    assertEquals(0, t2.count(Metric.DIVERGENCES), "they met on the second node");
  }

  @Test
  void saveWhenOneTomcatCountedFurtherThenTheOthersChangeIsNotReplaced() {
    createStored("s");
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t2.begin("s"));
    String first = t1.firstNodeOf("s");
    t1.health.watch(first).disconnected("no connection");
    other.set("b", "2");
    t2.end(other);
    t2.request("s", s -> s.set("c", "3"));

    one.set("a", "1");
    t1.end(one);
    t1.health.watch(first).succeeded();

    assertEquals("1", t2.read("s", "a"));
    assertEquals("2", t1.read("s", "b"));
    assertEquals("3", t1.read("s", "c"));
  }

  @Test
  void openWhenTheNodesLostTheLatestRecordThenTheInstanceThatIsHereShowsIt() {
    createStored("s");
    String first = t1.firstNodeOf("s");
    String second = first.equals("n1") ? "n2" : "n1";
    nodes.get(second).failWith(Reason.UNAVAILABLE);
    t1.request("s", s -> s.set("a", "1"));
    nodes.get(second).heal();
    t1.health.watch(second).succeeded();
    nodes.get(first).wipe();

    assertEquals("1", t1.read("s", "a"));
  }

  @Test
  void repairWhenTheNodesLostTheLatestRecordThenItIsStoredFromHere() {
    createStored("s");
    String first = t1.firstNodeOf("s");
    String second = first.equals("n1") ? "n2" : "n1";
    nodes.get(second).failWith(Reason.UNAVAILABLE);
    t1.request("s", s -> s.set("a", "1"));
    nodes.get(second).heal();
    t1.health.watch(second).succeeded();
    nodes.get(first).wipe();

    EngineTomcat.now(t1.shared.repair(Objects.requireNonNull(t1.local.get("s"))));

    assertEquals("1", t2.read("s", "a"));
  }
}
