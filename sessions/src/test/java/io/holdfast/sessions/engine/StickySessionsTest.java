package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.BlockingValue;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.TellsWhenWritten;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests of sticky sessions cost, and what the nodes have after them. */
@Timeout(60)
final class StickySessionsTest {

  private static final String ID = "a";
  private static final int MANY = 50;

  private final Nodes nodes = new Nodes("n1");
  private final FaultyStore n1 = nodes.get("n1");
  private final StickyTomcat t1 = new StickyTomcat("t1", nodes, 1);
  private final StickyTomcat t2 = new StickyTomcat("t2", nodes, 1);

  private static FakeInstance takenOverBy(StickyTomcat tomcat) {
    return Objects.requireNonNull(tomcat.takeOver(ID));
  }

  @SuppressWarnings("unchecked")
  private static List<String> list(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get("value"));
  }

  private static List<String> listOf(String... elements) {
    return new ArrayList<>(List.of(elements));
  }

  // ---- what a request costs ----

  @Test
  void requestWhenNothingChangedThenNoNodeIsAsked() {
    t1.create(ID, "text");
    nodes.clearOperations();

    assertEquals(SaveOutcome.UNCHANGED, t1.request(ID, session -> {}));
    assertEquals("text", t1.read(ID));

    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void requestWhenAnAttributeThatMayChangeInPlaceWasReadThenItIsEncodedOnceAndNothingIsSent() {
    AtomicInteger encoded = new AtomicInteger();
    t1.create(ID, new TellsWhenWritten(encoded::incrementAndGet));
    t1.read(ID);
    nodes.clearOperations();
    int before = encoded.get();

    t1.read(ID);
    t1.request(ID, session -> {});

    assertEquals(before + 1, encoded.get());
    assertEquals(List.of(), nodes.operations());
  }

  /** What a request may change besides attributes, and change back. */
  private enum Change {
    INTERVAL(
        session -> session.setMaxInactiveInterval(60),
        session -> session.setMaxInactiveInterval(1_800)),
    LOGIN(session -> session.logIn("FORM", "user"), FakeInstance::logOut),
    NOTES(session -> session.note("interrupted"), session -> session.note(null));

    @SuppressWarnings("ImmutableEnumChecker") // without state
    private final Consumer<FakeInstance> made;

    @SuppressWarnings("ImmutableEnumChecker") // without state
    private final Consumer<FakeInstance> undone;

    Change(Consumer<FakeInstance> made, Consumer<FakeInstance> undone) {
      this.made = made;
      this.undone = undone;
    }
  }

  private static List<Object> header(FakeInstance session) {
    return List.of(
        session.times().maxInactiveInterval(),
        "" + session.authType(),
        "" + session.principal(),
        "" + session.storableNotes());
  }

  @ParameterizedTest
  @EnumSource
  void requestWhenNoAttributeChangedThenTheRestIsStored(Change change) {
    FakeInstance session = t1.create(ID, "text");

    t1.request(ID, change.made);

    assertEquals(header(session), header(takenOverBy(t2)));
    assertEquals(1, nodes.operations().stream().filter("store a"::equals).count() - 1);
  }

  @ParameterizedTest
  @EnumSource
  void requestWhenItChangesBackWhatIsOnItsWayThenThatIsStored(Change change) {
    FakeInstance session = t1.create(ID, "text");
    List<Object> before = header(session);
    n1.freeze();
    session.access(t1.engine.now());
    change.made.accept(session);
    CompletableFuture<SaveOutcome> first = t1.engine.endLater(session);
    session.access(t1.engine.now());
    change.undone.accept(session);
    CompletableFuture<SaveOutcome> second = t1.engine.endLater(session);
    n1.thaw();

    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(first));
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(second));
    assertEquals(before, header(takenOverBy(t2)));
  }

  @Test
  void requestWhenAQuarterOfTheIntervalHasPassedThenTheRecordIsExtendedWithItsTimes() {
    t1.create(ID, "text");
    nodes.clearOperations();
    nodes.clock.advance(Duration.ofSeconds(450));
    t1.read(ID);
    assertEquals(List.of(), nodes.operations());
    nodes.clock.advance(Duration.ofSeconds(1));

    t1.read(ID);

    assertEquals(1, nodes.count("touch"));
    assertEquals(1, t1.engine.count(Metric.BACKUPS_TOUCHED));
    assertEquals(nodes.clock.instant().plusSeconds(1_800 + 451), n1.expiryOf(ID));
    assertEquals(nodes.clock.millis(), takenOverBy(t2).times().thisAccessedTime());
  }

  /** As by an eviction: no connection is lost. */
  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2", "n1 n2"})
  void requestWhenNodesHaveLostTheRecordThatIsToBeExtendedThenTheyHaveItAgain(String forgetful) {
    Nodes pair = new Nodes("n1", "n2");
    StickyTomcat tomcat = new StickyTomcat("t1", pair, 2);
    tomcat.create(ID, "text");
    List.of(forgetful.split(" ", -1)).forEach(node -> pair.get(node).wipe());
    pair.clock.advance(Duration.ofSeconds(451));

    tomcat.read(ID);

    pair.ids().forEach(node -> assertTrue(pair.get(node).keys().contains(ID), node));
    assertEquals("text", takenOverBy(new StickyTomcat("t2", pair, 2)).get("value"));
  }

  @Test
  void requestWhenTheSessionIsTooLargeThenItIsKeptHereAndReportedOnce() {
    try (CapturedLog log = new CapturedLog(SessionSave.class)) {
      t1.create(ID, "x".repeat(20_000));
      t1.request(ID, session -> {});
      t1.request(ID, session -> session.set("more", 1));

      assertEquals(Set.of(), n1.keys());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
    }
    t1.request(ID, session -> session.set("value", "small"));

    assertEquals("small", takenOverBy(t2).get("value"));
  }

  // ---- requests side by side ----

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void requestWhenOthersWereSavedSinceItGotAnAttributeThenItsChangeIsStored(int others) {
    t1.create(ID, listOf("x"));
    FakeInstance slow = Objects.requireNonNull(t1.arrive(ID));
    List<String> fetched = list(slow);
    for (int i = 0; i < others; i++) {
      int number = i;
      t1.request(ID, session -> session.set("other", number));
    }

    fetched.add("late");
    t1.engine.end(slow);

    assertEquals(List.of("x", "late"), list(takenOverBy(t2)));
  }

  @Test
  void requestWhenANodeIsSlowThenOtherSessionsAreSavedMeanwhile() {
    FakeInstance first = t1.create(ID, 0);
    FakeInstance second = t1.create("b", 0);
    nodes.clearOperations();
    n1.freeze();

    first.set("value", 1);
    CompletableFuture<SaveOutcome> one = t1.engine.endLater(first);
    second.set("value", 2);
    CompletableFuture<SaveOutcome> other = t1.engine.endLater(second);

    assertEquals(2, nodes.count("store"));
    n1.thaw();
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(one));
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(other));
  }

  @Test
  void requestWhenAnAttributeSetsAnotherWhileItIsWrittenThenTheNextSaveHasThat() {
    FakeInstance session = t1.create(ID, "text");
    Runnable set = () -> session.set("other", "set while it was written");

    t1.request(ID, each -> each.set("value", new TellsWhenWritten(set)));
    t1.request(ID, each -> {});

    assertEquals("set while it was written", takenOverBy(t2).get("other"));
  }

  /** As without a request, where each change begins a save: one that began the next never ends. */
  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeSetsAnotherEachTimeItIsWrittenThenThatBeginsNoEndlessChain(
      Granularity granularity) {
    EngineTomcat tomcat = EngineTomcat.sticky("t1", nodes, granularity);
    FakeInstance session = tomcat.create(ID);
    tomcat.end(session);
    AtomicInteger written = new AtomicInteger();
    Runnable set =
        () -> {
          if (written.incrementAndGet() < MANY) {
            session.set("other", written.get());
            session.instanceState().use().changedOutside();
            var unused = tomcat.shared.save(session);
          }
        };

    session.set("value", new TellsWhenWritten(set));
    EngineTomcat.now(tomcat.shared.save(session));
    while (tomcat.timer.untilNext() != null) {
      tomcat.timer.advance(Objects.requireNonNull(tomcat.timer.untilNext()));
    }

    assertTrue(written.get() < MANY, written::toString);
    int last = written.get();
    tomcat.request(ID, each -> each.set("more", 1));
    Object found = takenOverBy(t2).get("other");
    assertTrue(found instanceof Integer number && number >= last, () -> last + " " + found);
  }

  // ---- ends and changes of ids ----

  /** What it has never stored it knows no record of; the tombstone there is its own. */
  @Test
  void endWhenAnAttributeBlocksTheFirstSaveThenTheSessionStaysEnded() throws Exception {
    BlockingValue blocking = new BlockingValue();
    FakeInstance session = t1.engine.create(ID);
    session.set("value", blocking);
    Thread saving = new Thread(() -> t1.engine.shared.save(session).join());
    saving.start();
    blocking.awaitBlocked();

    session.end();
    assertTrue(EngineTomcat.now(t1.engine.shared.end(session)));
    blocking.release();
    saving.join();
    t1.settle();

    assertNull(t2.takeOver(ID));
  }

  @Test
  void endWhenASaveIsOnItsWayThenTheSessionStaysEnded() {
    FakeInstance session = t1.create(ID, "text");
    n1.freeze();
    session.set("value", 1);
    CompletableFuture<SaveOutcome> save = t1.engine.shared.save(session);
    session.set("value", 2);
    CompletableFuture<SaveOutcome> next = t1.engine.shared.save(session);

    session.end();
    CompletableFuture<Boolean> end = t1.engine.shared.end(session);
    n1.thaw();

    assertTrue(EngineTomcat.now(end));
    assertTrue(save.isDone());
    assertTrue(next.isDone());
    t1.settle();
    assertNull(t2.takeOver(ID));
  }

  @Test
  void endWhenAnAttributeBlocksTheSaveThenTheSessionIsEndedAllTheSame() throws Exception {
    BlockingValue blocking = new BlockingValue();
    FakeInstance session = t1.create(ID, "text");
    session.set("value", blocking);
    Thread saving = new Thread(() -> t1.engine.shared.save(session).join());
    saving.start();
    blocking.awaitBlocked();

    session.end();
    assertTrue(EngineTomcat.now(t1.engine.shared.end(session)));

    assertNull(t2.takeOver(ID));
    blocking.release();
    saving.join();
    t1.settle();
    assertNull(t2.takeOver(ID));
  }

  @Test
  void endWhenTheIdChangesWhileASaveIsOnItsWayThenNeitherIdHasTheSession() {
    FakeInstance session = t1.create(ID, "text");
    n1.freeze();
    session.set("value", 1);
    CompletableFuture<SaveOutcome> save = t1.engine.shared.save(session);
    session.changeId(new SessionId("b"));
    CompletableFuture<SaveOutcome> renamed =
        t1.engine.shared.renamed(session, new io.holdfast.core.session.SessionId(ID));
    session.end();
    CompletableFuture<Boolean> end = t1.engine.shared.end(session);
    n1.thaw();

    assertTrue(save.isDone());
    assertTrue(renamed.isDone());
    assertTrue(end.isDone());
    t1.settle();
    assertNull(t2.takeOver(ID));
    assertNull(t2.takeOver("b"));
  }

  /** It has moved to another Tomcat, and nothing is to be told of it here. */
  @Test
  void saveWhenItFailedAndTheInstanceIsForgottenThenItIsNotRepeated() {
    FakeInstance session = t1.create(ID, "text");
    n1.failWith(Reason.REFUSED);
    t1.request(ID, each -> each.set("value", "here"));
    n1.heal();

    session.end();
    t1.settle();

    assertEquals("text", takenOverBy(t2).get("value"));
  }

  // ---- nodes in trouble ----

  @Test
  void saveWhenItFailedForGoodThenTheNextRequestStoresTheSessionThoughItOnlyReads() {
    n1.failWith(Reason.REFUSED);
    t1.create(ID, 1);
    t1.settle();
    n1.heal();

    t1.read(ID);

    assertEquals(1, takenOverBy(t2).get("value"));
  }

  @Test
  void requestWhenAllNodesAreLostThenNothingIsSent() {
    t1.create(ID, 1);
    n1.failWith(Reason.UNAVAILABLE);
    t1.lose("n1");
    nodes.clearOperations();

    assertEquals(SaveOutcome.FAILED, t1.request(ID, session -> session.set("value", 2)));
    t1.settle();

    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void saveWhenAFailedOneIsCarriedOutLateThenTheLaterOneWins() {
    Nodes pair = new Nodes("n1", "n2");
    Set<String> full = new HashSet<>();
    StickyTomcat writer =
        new StickyTomcat(
            "t1", pair, 1, (node, store) -> new Full(store, () -> full.contains(node)));
    String first = writer.engine.firstNodeOf(ID);
    full.addAll(pair.ids());
    full.remove(first);
    pair.get(first).freeze();
    FakeInstance session = writer.engine.create(ID);
    session.set("value", "early");
    CompletableFuture<SaveOutcome> early = writer.engine.endLater(session);
    pair.get(first).timeOut();
    writer.settle();
    assertEquals(SaveOutcome.FAILED, EngineTomcat.now(early));
    pair.get(first).thaw();
    full.clear();
    full.add(first);

    assertEquals(SaveOutcome.SAVED, writer.request(ID, each -> each.set("value", "late")));

    assertEquals("late", takenOverBy(new StickyTomcat("t2", pair, 1)).get("value"));
  }

  /** A node that has no room for what it is to store. */
  private static final class Full extends ForwardingStore {

    private final BooleanSupplier isFull;

    Full(NodeStore store, BooleanSupplier isFull) {
      super(store);
      this.isFull = isFull;
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      return isFull.getAsBoolean()
          ? CompletableFuture.failedFuture(
              new StoreException(Reason.REFUSED, "node", "out of memory", null))
          : super.store(key, value, timeToLive, condition);
    }
  }

  // ---- takeovers ----

  @Test
  void takeOverWhenTheRecordIsOlderThanTheIntervalByWhatReadingMayHideThenCountsAsUsedNow() {
    FakeInstance session = t1.create(ID, 1);
    nodes.clock.advance(Duration.ofSeconds(1_800 + 100));

    FakeInstance found = Objects.requireNonNull(EngineTomcat.now(t2.engine.findLater(ID, false)));

    assertEquals(nodes.clock.millis(), found.times().thisAccessedTime());
    assertEquals(session.times().lastAccessedTime(), found.times().lastAccessedTime());
  }

  @Test
  void takeOverWhenTheSessionHasExpiredThenNotFoundThoughANodeHasIt() {
    t1.create(ID, 1);
    nodes.clock.advance(Duration.ofSeconds(1_800 + 450 - 1));
    assertNotNull(EngineTomcat.now(new StickyTomcat("t3", nodes, 1).engine.findLater(ID, false)));
    nodes.clock.advance(Duration.ofSeconds(1));

    assertTrue(n1.keys().contains(ID));
    assertNull(t2.takeOver(ID));
  }

  @Test
  void takeOverWhenTheSessionNeverExpiresThenFoundAfterYears() {
    t1.create(ID, 1);
    t1.request(ID, session -> session.setMaxInactiveInterval(-1));
    nodes.clock.advance(Duration.ofDays(1_000));

    assertNotNull(t2.takeOver(ID));
  }

  @Test
  void takeOverWhenTheSameTomcatHasRestartedThenARequestThatReadsWritesNothing() {
    t1.create(ID, "text");
    StickyTomcat restarted = new StickyTomcat("t1", nodes, 1);
    nodes.clearOperations();

    assertEquals("text", restarted.read(ID));
    assertEquals("text", restarted.read(ID));

    assertEquals(0, nodes.count("store"));
  }

  @Test
  void takeOverWhenFromAnotherTomcatThenARequestThatReadsWritesOnceAndNothingAfterIt() {
    t1.create(ID, "text");
    nodes.clearOperations();

    assertEquals(SaveOutcome.SAVED, t2.move(ID, session -> session.get("value")));
    assertEquals("text", t2.read(ID));

    assertEquals(1, nodes.operations().stream().filter("store a"::equals).count());
  }

  @Test
  void takeOverWhenTwoCopiesThenTheNextExtensionReachesBoth() {
    Nodes pair = new Nodes("n1", "n2");
    new StickyTomcat("t1", pair, 2).create(ID, 1);
    StickyTomcat restarted = new StickyTomcat("t1", pair, 2);
    restarted.read(ID);
    pair.clock.advance(Duration.ofSeconds(451));

    restarted.read(ID);

    for (String node : pair.ids()) {
      assertEquals(pair.clock.instant().plusSeconds(2_251), pair.get(node).expiryOf(ID), node);
    }
  }

  // ---- time is up ----

  @Test
  void expireWhenOnlyThisTomcatHadTheSessionThenItEndsHere() {
    FakeInstance session = t1.create(ID, 1);
    nodes.clock.advance(Duration.ofMinutes(30));

    assertTrue(EngineTomcat.now(t1.engine.shared.expire(session)));
  }

  @Test
  void expireWhenNoNodeAnswersThenItEndsHere() {
    FakeInstance session = t1.create(ID, 1);
    nodes.clock.advance(Duration.ofMinutes(30));
    n1.failWith(Reason.TIMEOUT);

    assertTrue(EngineTomcat.now(t1.engine.shared.expire(session)));
  }

  /** What the next Tomcat of a session has done with it. */
  private enum There {
    SERVED((tomcat, session) -> tomcat.engine.end(session)),
    ENDED(StickyTomcat::invalidate),
    RENAMED(
        (tomcat, session) -> {
          tomcat.changeId(session, "b");
          tomcat.engine.end(session);
        });

    @SuppressWarnings("ImmutableEnumChecker") // without state
    private final BiConsumer<StickyTomcat, FakeInstance> act;

    There(BiConsumer<StickyTomcat, FakeInstance> act) {
      this.act = act;
    }
  }

  @ParameterizedTest
  @EnumSource
  void expireWhenTheSessionHasMovedThenItEndsThereAlone(There there) {
    FakeInstance left = t1.create(ID, 1);
    nodes.clock.advance(Duration.ofSeconds(60));
    there.act.accept(t2, takenOverBy(t2));
    nodes.clock.advance(Duration.ofSeconds(1_741));

    assertFalse(EngineTomcat.now(t1.engine.shared.expire(left)));
  }

  // ---- the stop ----

  @Test
  void stopWhenOnlyReadSinceThenTheTimesAreStored() {
    FakeInstance session = t1.create(ID, 1);
    nodes.clock.advance(Duration.ofSeconds(10));
    t1.read(ID);

    assertEquals(SaveOutcome.UNCHANGED, EngineTomcat.now(t1.engine.shared.saveAtStop(session)));

    assertEquals(nodes.clock.millis(), takenOverBy(t2).times().thisAccessedTime());
  }

  @Test
  void stopWhenTheNodesKnowEverythingThenNothingIsSent() {
    FakeInstance session = t1.create(ID, 1);
    nodes.clearOperations();

    assertEquals(SaveOutcome.UNCHANGED, EngineTomcat.now(t1.engine.shared.saveAtStop(session)));

    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void stopWhenTheSessionHasEndedElsewhereThenNothingOfItIsKept() {
    FakeInstance left = t1.create(ID, 1);
    t2.invalidate(takenOverBy(t2));
    left.set("value", 2);

    assertEquals(SaveOutcome.ENDED, EngineTomcat.now(t1.engine.shared.saveAtStop(left)));

    assertNull(t1.engine.shared.unsaved(left));
    assertNull(t2.takeOver(ID));
  }
}
