package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.model.StoredState;
import io.holdfast.sessions.nonsticky.CutLine;
import io.holdfast.sessions.repository.InvalidationMarks;
import io.holdfast.sessions.repository.StickyRepository;
import io.holdfast.sessions.repository.UnreadableRecords;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Ann's session ends, and Bob gets one with the same id, because another application of the browser
 * has the id yet. Another Tomcat has a copy of Ann's session; what it does with it, and what is
 * done late about its end, leaves Bob's as it is.
 */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class UsedIdTest {

  private static final String BASE = "s";

  private final Nodes nodes = new Nodes("n1");
  private final Map<String, CutLine> lines = new HashMap<>();
  private final List<OneTomcat> all = new ArrayList<>();
  private final OneTomcat t1 = start("t1");
  private final OneTomcat t2 = start("t2");
  private boolean refusesDeletions;
  private boolean refusesMarks;
  private @Nullable CompletableFuture<Boolean> lateAnswers;
  private @Nullable Runnable afterStoreOfT2;

  private OneTomcat start(String name) {
    OneTomcat tomcat =
        new OneTomcat(
            name,
            nodes,
            Settings.SYNC,
            (node, store) -> {
              CutLine line = new CutLine(store);
              lines.put(name, line);
              return new Line(name, line);
            });
    all.add(tomcat);
    return tomcat;
  }

  /** A line to the node, which does what a test says. */
  private final class Line extends ForwardingStore {

    private final String tomcat;

    Line(String tomcat, SessionStore store) {
      super(store);
      this.tomcat = tomcat;
    }

    @Override
    public CompletableFuture<@Nullable StoredValue> load(String key) {
      CompletableFuture<Boolean> late = lateAnswers;
      CompletableFuture<@Nullable StoredValue> answer = super.load(key);
      return late == null ? answer : late.thenCompose(now -> answer);
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      if (refusesMarks && key.contains(":E")) {
        return refused();
      }
      CompletableFuture<WriteResult> stored = super.store(key, value, timeToLive, condition);
      Runnable after = tomcat.equals("t2") && key.equals(BASE) ? afterStoreOfT2 : null;
      if (after != null) {
        afterStoreOfT2 = null;
        after.run();
      }
      return stored;
    }

    private <T> CompletableFuture<T> refused() {
      return CompletableFuture.failedFuture(new StoreException(Reason.REFUSED, "n1", "no", null));
    }

    @Override
    public CompletableFuture<Boolean> delete(String key) {
      return refusesDeletions ? refused() : super.delete(key);
    }
  }

  @AfterEach
  void close() {
    all.forEach(OneTomcat::close);
  }

  // ---- what happens ----

  /** Ann's session is on t1, in a version that Bob's will not have for long; t2 has a copy. */
  private FakeSession annOnT1WithACopyOnT2() {
    t1.createStored(BASE, "ann");
    tick();
    FakeSession there = Objects.requireNonNull(t2.takeOver(BASE));
    t2.request(there, s -> s.set("value", "ann, at t2"));
    tick();
    FakeSession back = Objects.requireNonNull(t1.takeOver(BASE));
    t1.request(back, s -> s.set("value", "ann, back at t1"));
    tick();
    return back;
  }

  private FakeSession bobOn(OneTomcat tomcat) {
    tick();
    FakeSession bob = tomcat.createStored(BASE, "bob");
    tick();
    return bob;
  }

  private FakeSession copyOn(OneTomcat tomcat) {
    return Objects.requireNonNull(tomcat.sessions.values().iterator().next());
  }

  private void tick() {
    nodes.clock.advance(Duration.ofMillis(1));
  }

  private static @Nullable Object valueOf(@Nullable FakeSession session) {
    return session == null ? null : session.storableAttributes().get("value");
  }

  /** What a Tomcat finds that never had the session. */
  private @Nullable Object stored() {
    try (OneTomcat fresh = new OneTomcat("fresh", nodes)) {
      RestoredSession found = fresh.load(new SessionId(BASE));
      return found == null ? null : found.attributes().get("value");
    }
  }

  // ---- the copy ----

  @Test
  void takeOverWhenTheCopyIsOfAFormerSessionThenTheNewOne() {
    t1.invalidate(annOnT1WithACopyOnT2());
    bobOn(t1);

    assertEquals("bob", valueOf(t2.takeOver(BASE)));
  }

  @Test
  void repeatWhenTheCopyIsOfAFormerSessionThenTheNewOneStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    t1.invalidate(ann);
    bobOn(t1);

    copyOn(t2).backupState().lost();
    t2.resync.stragglers();
    t2.settle();

    assertEquals("bob", stored());
    assertTrue(t2.service.loader().canBeSettled(copyOn(t2)));
    assertEquals("bob", valueOf(t2.takeOver(BASE)));
  }

  @Test
  void containerStoppingWhenTheCopyIsOfAFormerSessionThenTheNewOneStays() {
    t1.invalidate(annOnT1WithACopyOnT2());
    bobOn(t1);
    FakeSession copy = copyOn(t2);
    copy.access(nodes.clock.millis());
    copy.set("value", "ann, at the stop");
    copy.backupState().accessEnded();

    t2.service.containerStopping(copy);
    t2.awaitBackups();

    assertEquals("bob", stored());
  }

  /** The end was told where the session ended, and the new session has its own. */
  @Test
  void mayTellWhenTheCopyOfAFormerSessionExpiresThenNotAndTheNewOneStays() {
    t1.invalidate(annOnT1WithACopyOnT2());
    bobOn(t1);

    assertFalse(t2.service.invalidation().mayTell(copyOn(t2)).join());
    t2.invalidate(copyOn(t2));

    assertEquals("bob", stored());
  }

  /** The Tomcat that had the session died with it, and all nodes were empty. */
  @Test
  void mayTellWhenNobodyHasToldTheEndOfAFormerSessionThenHere() {
    annOnT1WithACopyOnT2();
    bobOn(start("t3"));

    assertTrue(t2.service.invalidation().mayTell(copyOn(t2)).join());
    t2.invalidate(copyOn(t2));

    assertEquals("bob", stored());
  }

  @Test
  void isElsewhereWhenTheCopyIsOfAFormerSessionThenTrue() {
    t1.invalidate(annOnT1WithACopyOnT2());
    bobOn(t1);

    assertTrue(t2.service.invalidation().isElsewhere(copyOn(t2)));
  }

  // ---- saves that are on their way ----

  @Test
  void requestEndedWhenTheSessionEndedSinceItsTakeoverThenTheNewOneStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    FakeSession taken = Objects.requireNonNull(t2.takeOver(BASE));
    t2.begin(taken);
    taken.set("value", "ann, by a request that took long");
    t1.invalidate(ann);
    bobOn(t1);

    t2.end(taken);
    t2.settle();

    assertEquals("bob", stored());
    assertEquals("bob", valueOf(t2.arrive(taken)));
  }

  /** A request of Ann's is at work on t1, while she goes on and logs out at t2, and Bob logs in. */
  private FakeSession annAtWorkWhileBobIsOnT2() {
    FakeSession ann = annOnT1WithACopyOnT2();
    t1.begin(ann);
    ann.set("value", "ann, by a request that took long");
    FakeSession there = Objects.requireNonNull(t2.takeOver(BASE));
    t2.request(there, s -> s.set("value", "ann, at t2 again"));
    t2.invalidate(there);
    bobOn(t2);
    nodes.clock.advance(Duration.ofSeconds(1));
    return ann;
  }

  @Test
  void requestEndedWhenItTookLongAndTheNewOneIsElsewhereThenThatStays() {
    FakeSession ann = annAtWorkWhileBobIsOnT2();

    t1.end(ann);
    t1.settle();

    assertEquals("bob", stored());
    assertEquals("bob", valueOf(t1.arrive(ann)));
  }

  @Test
  void requestEndedWhenItTookLongAndTheNewOneIsStoredMeanwhileThenThatStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    t1.begin(ann);
    ann.set("value", "ann, by a request that took long");
    nodes.clock.advance(Duration.ofSeconds(1));
    AtomicBoolean isOver = new AtomicBoolean();
    nodes
        .get("n1")
        .onStore(
            () -> {
              if (!isOver.getAndSet(true)) {
                t2.invalidate(Objects.requireNonNull(t2.takeOver(BASE)));
                bobOn(t2);
              }
            });

    t1.end(ann);
    t1.settle();

    assertTrue(isOver.get());
    assertEquals("bob", stored());
  }

  @Test
  void requestEndedWhenItTookLongThenItsChangeIsStored() {
    FakeSession ann = annOnT1WithACopyOnT2();
    t1.begin(ann);
    ann.set("value", "ann, by a request that took long");
    nodes.clock.advance(Duration.ofSeconds(1));

    t1.end(ann);

    assertEquals("ann, by a request that took long", stored());
  }

  @Test
  void removedWhenItsRequestTookLongAndTheNewOneIsElsewhereThenThatStays() {
    FakeSession ann = annAtWorkWhileBobIsOnT2();

    t1.invalidate(ann);
    t1.settle();

    assertEquals("bob", stored());
  }

  @Test
  void renamedWhenItsRequestTookLongAndTheNewOneIsElsewhereThenThatStays() {
    FakeSession ann = annAtWorkWhileBobIsOnT2();

    t1.changeId(ann, "another");
    t1.end(ann);
    t1.settle();

    assertEquals("bob", stored());
  }

  @Test
  void requestEndedWhenTheFormerSessionWasUncertainThenTheNewOneStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.CUT);
    FakeSession uncertain = Objects.requireNonNull(t2.takeOver(BASE));
    t2.begin(uncertain);
    uncertain.set("value", "ann, in doubt");
    t1.invalidate(ann);
    bobOn(t1);
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.WHOLE);

    t2.end(uncertain);
    t2.settle();

    assertEquals("bob", stored());
    assertEquals("bob", valueOf(t2.arrive(uncertain)));
  }

  @Test
  void takeOverWhenTheFormerSessionWasChangedUncertainThenNothingOfItIsMergedIntoTheNewOne() {
    FakeSession ann = annOnT1WithACopyOnT2();
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.CUT);
    t1.invalidate(ann);
    bobOn(t1);
    FakeSession uncertain = Objects.requireNonNull(t2.takeOver(BASE));
    t2.request(uncertain, s -> s.set("cart", "ann's"));
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.WHOLE);
    t2.health.succeeded("n1"); // a probe; the request comes before anything is stored again

    FakeSession found = Objects.requireNonNull(t2.takeOver(BASE));

    assertEquals(Map.of("value", "bob"), found.storableAttributes());
  }

  // ---- the end, late ----

  @Test
  void removedWhenItsDeletionIsRepeatedThenTheNewOneStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    refusesDeletions = true;
    t1.invalidate(ann);
    bobOn(t1);
    refusesDeletions = false;

    t1.settle(); // the deletion is tried again
    t1.resync.repeatEnds();
    t1.settle();

    assertEquals("bob", stored());
  }

  @Test
  void removedWhenTheFormerSessionIsRemovedTwiceThenTheNewOneStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    t1.invalidate(ann);
    bobOn(t1);

    t1.service.removed(ann, true);

    assertEquals("bob", stored());
  }

  @Test
  void repeatEndsWhenAnotherTomcatHasStoredTheNewSessionThenItStaysAndIsFound() {
    FakeSession ann = annOnT1WithACopyOnT2();
    refusesDeletions = true;
    t1.invalidate(ann);
    t1.settle();
    bobOn(start("t3"));
    refusesDeletions = false;
    RestoredSession before = t1.load(new SessionId(BASE));

    t1.resync.repeatEnds();
    t1.settle();

    assertEquals("bob", before == null ? null : before.attributes().get("value"));
    assertEquals("bob", stored());
  }

  @Test
  void reconnectedWhenTheMarkOfTheFormerSessionIsRestoredThenTheNewOneStays() {
    t1.invalidate(annOnT1WithACopyOnT2());
    bobOn(t1);

    t1.resync.reconnected("n1");
    t1.settle();

    assertEquals("bob", stored());
  }

  /** The node says that it has the record of the former session, but says it late. */
  @Test
  void repeatEndsWhenTheNewSessionIsStoredMeanwhileThenItStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    refusesDeletions = true;
    t1.invalidate(ann);
    t1.settle();
    refusesDeletions = false;
    CompletableFuture<Boolean> late = new CompletableFuture<>();
    lateAnswers = late;

    t1.resync.repeatEnds();
    bobOn(t1);
    lateAnswers = null;
    late.complete(true);
    t1.settle();

    assertEquals("bob", stored());
  }

  @Test
  void repeatWhenTheSessionEndsAndTheNewOneIsStoredMeanwhileThenThatStays() {
    FakeSession ann = annOnT1WithACopyOnT2();
    nodes.get("n1").wipe();
    copyOn(t2).backupState().lost();
    afterStoreOfT2 =
        () -> {
          t1.invalidate(ann);
          bobOn(t1);
        };

    t2.resync.stragglers();
    t2.settle();

    assertNull(afterStoreOfT2);
    assertEquals("bob", stored());
  }

  @Test
  void repeatEndsWhenTheMarksOfBothSessionsAreMissingThenBothAreLeft() {
    FakeSession ann = annOnT1WithACopyOnT2();
    refusesMarks = true;
    t1.invalidate(ann);
    bobOn(t1);
    t1.invalidate(Objects.requireNonNull(t1.takeOver(BASE)));
    t1.settle();
    refusesMarks = false;

    t1.resync.repeatEnds();
    t1.settle();

    assertEquals(2, nodes.get("n1").keys().stream().filter(key -> key.contains(":E")).count());
  }

  /** Its record says that it was stored in doubt, so a request would have it stored once more. */
  @Test
  void requestEndedWhenTheFormerSessionWasOnceStoredInDoubtThenTheNewOneStays() {
    SessionTimes times = annOnT1WithACopyOnT2().times();
    SessionId id = new SessionId(BASE).withJvmRoute("t2");
    VersionHistory inDoubt = VersionHistory.inDoubt(9, 1);
    FakeSession former =
        new FakeSession(
            new RestoredSession(
                id,
                9,
                times,
                null,
                null,
                null,
                Map.of("value", "ann"),
                StickyState.of(new StoredState(inDoubt, null, null, List.of("n1"), 0))));
    bobOn(t1);
    former.backupState().end().replaced();

    t2.request(former, s -> {});

    assertEquals("bob", stored());
  }

  /** Each of the two has a mark; copies of the first one are still somewhere. */
  @Test
  void reconnectedWhenBothSessionsHaveEndedThenNoCopyOfTheFirstIsStored() {
    OneTomcat t3 = start("t3");
    FakeSession ann = annOnT1WithACopyOnT2();
    t1.invalidate(ann);
    bobOn(t1);
    FakeSession bob = Objects.requireNonNull(t3.takeOver(BASE));
    t3.request(bob, s -> s.set("value", "bob, at t3"));
    tick();
    t1.invalidate(Objects.requireNonNull(t1.takeOver(BASE)));
    nodes.get("n1").wipe();

    for (OneTomcat tomcat : List.of(t1, t2, t3)) {
      tomcat.resync.reconnected("n1");
      tomcat.settle();
    }

    assertNull(stored());
  }

  // ---- files ----

  @Test
  void storeWhenTheFileIsOfAFormerSessionThenTheNewOneStays() {
    bobOn(t1);

    assertEquals(
        PutBack.Fate.OUTDATED, fallback().store(kept(nodes.clock.millis() - 60_000, 9)).join());
    assertEquals("bob", stored());
  }

  @Test
  void storeWhenTheFileIsOfTheLaterSessionThenItReplacesTheFormerInItsOwnVersion() {
    annOnT1WithACopyOnT2();
    long later = nodes.clock.millis();

    assertEquals(PutBack.Fate.STORED, fallback().store(kept(later, 1)).join());

    RestoredSession found = Objects.requireNonNull(t2.load(new SessionId(BASE)));
    assertEquals(later, found.times().creationTime());
    assertEquals(1, found.version());
  }

  private SessionSnapshot kept(long created, long version) {
    long lastUse = nodes.clock.millis() + 1;
    return new SessionSnapshot(
        new SessionId(BASE).withJvmRoute("t1"),
        version,
        new SessionTimes(created, lastUse, lastUse, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        EncodedAttributes.none());
  }

  private StickyFallback fallback() {
    NodeSet nodeSet =
        new NodeSet(
            new Placement(nodes.ids(), Set.of(), 1, node -> true), Map.copyOf(nodes.stores()));
    StorageKeys keys = StorageKeys.parse("", "localhost", "", null);
    return new StickyFallback(
        new StickyRepository(
            () -> nodeSet,
            new RecordCodec("jdk"),
            keys,
            10_000,
            t1.metrics,
            new UnreadableRecords(t1.metrics, nodes.clock)),
        new InvalidationMarks(() -> nodeSet, keys),
        RecordLifetime.SHORTEST);
  }
}
