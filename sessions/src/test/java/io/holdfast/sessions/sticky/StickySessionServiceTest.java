package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.BlockingValue;
import io.holdfast.sessions.model.FailsOnce;
import io.holdfast.sessions.model.FailsWhenRead;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SizeWarning;
import io.holdfast.sessions.model.TellsWhenWritten;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request costs, and what the store holds after it. */
@Timeout(60)
final class StickySessionServiceTest {

  private final Nodes nodes = new Nodes("n1");
  private final OneTomcat tomcat = new OneTomcat("t1", nodes);
  private final OneTomcat other = new OneTomcat("t2", nodes);

  @AfterEach
  void close() {
    tomcat.close();
    other.close();
  }

  // ---- what a request costs ----

  @Test
  void requestEndedWhenNothingChangedThenNothingIsSubmitted() {
    FakeSession session = tomcat.createStored("a", "text");
    startMeasuring();
    long submitted = tomcat.executor.submitted();

    tomcat.request(session, s -> {});

    assertEquals(submitted, tomcat.executor.submitted());
    assertEquals(List.of(), nodes.operations());
    assertEquals(1, tomcat.count(Metric.BACKUPS_SKIPPED));
  }

  @Test
  void requestEndedWhenSynchronousThenEncodedOnTheThreadThatWaits() {
    FakeSession session = tomcat.createStored("a", "text");
    AtomicReference<Thread> encoding = new AtomicReference<>();
    Runnable look = () -> encoding.set(Thread.currentThread());

    tomcat.request(session, s -> s.set("value", new TellsWhenWritten(look)));

    assertEquals(Thread.currentThread(), encoding.get());
    assertTrue(loadedByOther("a").get("value") instanceof TellsWhenWritten);
  }

  @Test
  void requestEndedWhenAnImmutableAttributeWasReadThenNothingIsSubmitted() {
    FakeSession session = tomcat.createStored("a", "text");
    long submitted = tomcat.executor.submitted();

    tomcat.request(session, s -> s.get("value"));

    assertEquals(submitted, tomcat.executor.submitted());
  }

  @Test
  void requestEndedWhenAMutableAttributeWasOnlyReadThenEncodedButNotWritten() {
    FakeSession session = tomcat.createStored("a", listOf("x"));
    startMeasuring();
    int encoded = tomcat.transcoder.encoded();

    tomcat.request(session, s -> s.get("value"));
    tomcat.request(session, s -> {});

    assertEquals(encoded + 1, tomcat.transcoder.encoded());
    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void requestEndedWhenAnAttributeWasChangedInPlaceThenWritten() {
    FakeSession session = tomcat.createStored("a", listOf("x"));

    tomcat.request(session, s -> list(s).add("y"));

    assertEquals(List.of("x", "y"), list(loadedByOther("a")));
  }

  @Test
  void requestEndedWhenOnlyTheIntervalChangedThenWritten() {
    FakeSession session = tomcat.createStored("a", "text");

    tomcat.request(session, s -> s.setMaxInactiveInterval(60));

    assertEquals(60, loadedByOther("a").times().maxInactiveInterval());
  }

  @Test
  void requestEndedWhenTheIntervalIsSetBackWhileItsBackupIsOnItsWayThenWritten() {
    FakeSession loaded =
        storedAfter(s -> s.setMaxInactiveInterval(60), s -> s.setMaxInactiveInterval(1_800));

    assertEquals(1_800, loaded.times().maxInactiveInterval());
  }

  @Test
  void requestEndedWhenTheUserLogsOutWhileTheLoginIsOnItsWayThenWritten() {
    FakeSession loaded = storedAfter(s -> s.logIn("FORM", "user"), FakeSession::logOut);

    assertNull(loaded.authType());
    assertNull(loaded.principal());
  }

  /** What another Tomcat finds after two requests, the second while the first is being stored. */
  private FakeSession storedAfter(Consumer<FakeSession> first, Consumer<FakeSession> second) {
    try (OneTomcat async = new OneTomcat("t1", nodes, Settings.SYNC.withAsync())) {
      FakeSession session = async.createStored("a", "text");
      async.awaitBackups();
      startMeasuring();
      nodes.get("n1").freeze();
      async.request(session, first);
      Await.until("it is on its way", () -> nodes.count("store") == 1);
      async.request(session, second);
      nodes.get("n1").thaw();
      async.settle();
      return loadedByOther("a");
    }
  }

  @Test
  void requestEndedWhenTheUserLoggedInThenWritten() {
    FakeSession session = tomcat.createStored("a", "text");

    tomcat.request(session, s -> s.logIn("FORM", "user"));

    FakeSession loaded = loadedByOther("a");
    assertEquals("FORM", loaded.authType());
    assertEquals("user", loaded.principal());
  }

  @Test
  void requestEndedWhenANoteWasMadeThenWritten() {
    FakeSession session = tomcat.createStored("a", "text");

    tomcat.request(session, s -> s.note("interrupted"));

    assertEquals("interrupted", loadedByOther("a").storableNotes());
  }

  @Test
  void requestEndedWhenANoteWasRemovedThenWritten() {
    FakeSession session = tomcat.createStored("a", "text");
    tomcat.request(session, s -> s.note("interrupted"));

    tomcat.request(session, s -> s.note(null));

    assertNull(loadedByOther("a").storableNotes());
  }

  @Test
  void takeOverWhenTheNotesCannotBeReadThenTheSessionIsAbsent() {
    FakeSession session = tomcat.createStored("a", "text");

    tomcat.request(session, s -> s.note(new FailsWhenRead()));

    assertNull(other.takeOver("a"));
    assertEquals(1, other.count(Metric.LOADS_UNREADABLE));
  }

  @Test
  void requestEndedWhenAQuarterOfTheIntervalHasPassedThenTouchedWithItsTimes() {
    FakeSession session = tomcat.createStored("a", "text");
    startMeasuring();
    nodes.clock.advance(Duration.ofSeconds(450));
    tomcat.request(session, s -> {});
    assertEquals(List.of(), nodes.operations());
    nodes.clock.advance(Duration.ofSeconds(1));

    tomcat.request(session, s -> {});

    assertEquals(Set.of("touch a", "store a:a"), Set.copyOf(nodes.operations()));
    assertEquals(1, tomcat.count(Metric.BACKUPS_TOUCHED));
    assertEquals(nodes.clock.millis(), loadedByOther("a").times().thisAccessedTime());
  }

  @Test
  void requestEndedWhenTheRecordIsGoneAtTheTouchThenStoredAgain() {
    FakeSession session = tomcat.createStored("a", "text");
    nodes.get("n1").wipe();
    nodes.clock.advance(Duration.ofSeconds(451));

    tomcat.request(session, s -> {});

    assertEquals("text", loadedByOther("a").get("value"));
  }

  @Test
  void requestEndedWhenAttributesFailedToEncodeOnceThenTheNextRequestWritesThem() {
    FakeSession session = tomcat.createStored("a", "text");
    tomcat.request(
        session,
        s -> {
          s.set("value", "new");
          s.logIn("FORM", new FailsOnce());
        });

    tomcat.request(session, s -> {});

    assertEquals("new", loadedByOther("a").get("value"));
  }

  @Test
  void requestEndedWhenTooLargeThenKeptHereAndReportedOnce() {
    try (CapturedLog log = new CapturedLog(SizeWarning.class)) {
      FakeSession session = tomcat.createStored("a", "x".repeat(20_000));
      tomcat.request(session, s -> {});

      assertEquals(Set.of(), nodes.get("n1").keys());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);

      tomcat.request(session, s -> s.set("value", "small"));

      assertEquals("small", loadedByOther("a").get("value"));
    }
  }

  // ---- parallel requests ----

  @Test
  void requestEndedWhenAnotherRequestChangesWhatItGotBeforeThenItsEndWritesIt() {
    FakeSession session = tomcat.createStored("a", listOf("x"));

    tomcat.begin(session);
    List<String> fetched = list(session);
    tomcat.request(session, s -> s.set("other", 1));
    fetched.add("late");
    tomcat.end(session);

    assertEquals(List.of("x", "late"), list(loadedByOther("a")));
  }

  @Test
  void requestEndedWhenTheSlowRequestSawSeveralBackupsThenItsEndStillWrites() {
    FakeSession session = tomcat.createStored("a", listOf("x"));

    tomcat.begin(session);
    List<String> fetched = list(session);
    for (int i = 0; i < 3; i++) {
      tomcat.request(session, s -> {});
    }
    fetched.add("late");
    tomcat.end(session);

    assertEquals(List.of("x", "late"), list(loadedByOther("a")));
  }

  // ---- the session's end and its id ----

  @Test
  void renamedWhenTheIdChangedThenTheOldRecordIsDeletedAndTheNewStored() {
    FakeSession session = tomcat.createStored("a", "text");

    tomcat.request(session, s -> tomcat.changeId(s, "b"));
    tomcat.awaitBackup("a");

    assertEquals(Set.of("b"), nodes.get("n1").keys());
    assertEquals("text", loadedByOther("b").get("value"));
  }

  @Test
  void renamedWhenOnlyTheRouteChangedThenNothingIsDeleted() {
    FakeSession session = tomcat.createStored("a", "text");
    startMeasuring();

    tomcat.service.renamed(session, session.sessionId().withJvmRoute("t9"));
    tomcat.awaitBackups();

    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void removedWhenItsBackupStillWaitsThenDeletedAndNotRevived() {
    try (OneTomcat async = new OneTomcat("t1", nodes, Settings.SYNC.withAsync())) {
      FakeSession session = async.create("a");
      nodes.get("n1").freeze();
      async.request(session, s -> s.set("value", 1));
      async.request(session, s -> s.set("value", 2));

      session.end();
      async.service.removed(session, false);
      nodes.get("n1").thaw();
      async.awaitBackup("a");

      assertEquals(Set.of(), nodes.get("n1").keys());
      assertNull(other.load(session.sessionId()));
    }
  }

  @Test
  void removedWhenANodeIsBusyThenTriedAgain() {
    FakeSession session = tomcat.createStored("a", "text");
    nodes.get("n1").failWith(Reason.BUSY);
    tomcat.invalidate(session);

    nodes.get("n1").heal();
    tomcat.settle();
    tomcat.awaitBackup("a");

    assertEquals(Set.of(), nodes.get("n1").keys());
  }

  @Test
  void removedWhenTheIdIsUsedAgainBeforeTheDeletionIsRepeatedThenTheNextSessionStays() {
    FakeSession former = tomcat.createStored("a", "former");
    nodes.get("n1").failWith(Reason.TIMEOUT);
    tomcat.invalidate(former);
    nodes.get("n1").heal();
    nodes.clock.advance(Duration.ofMillis(1));
    tomcat.createStored("a", "next");

    tomcat.settle();

    assertEquals("next", loadedByOther("a").get("value"));
  }

  @Test
  void removedWhenAnAttributeBlocksWhileItIsWrittenThenDeletedWithinTheTimeout() {
    whileAnAttributeBlocks(OneTomcat::invalidate);
  }

  @Test
  void removedWhenAnAttributeBlocksAndNobodyWaitsThenDeletedInTheSecondRound() {
    whileAnAttributeBlocks(
        (blocked, session) -> {
          session.end();
          blocked.service.invalidation().ending(session.sessionId(), session);
          blocked.service.removed(session, false);
          blocked.resync.repeatEnds();
          blocked.resync.repeatEnds();
        });
  }

  @Test
  void renamedWhenAnAttributeBlocksWhileItIsWrittenThenDeletedInTheSecondRound() {
    whileAnAttributeBlocks(
        (blocked, session) -> {
          SessionId old = session.sessionId();
          blocked.service.invalidation().ending(old, session);
          session.changeId(new SessionId("b.t1"));
          blocked.service.renamed(session, old);
          blocked.resync.repeatEnds();
          blocked.resync.repeatEnds();
        });
  }

  /** After this no node has the session under its id any more, although a backup of it is stuck. */
  private void whileAnAttributeBlocks(BiConsumer<OneTomcat, FakeSession> ending) {
    Settings brief =
        Settings.SYNC.withAsync().withThreads(2).withOperationTimeout(Duration.ofMillis(20));
    BlockingValue blocking = new BlockingValue();
    try (OneTomcat blocked = new OneTomcat("t1", nodes, brief)) {
      FakeSession session = blocked.createStored("a", "text");
      blocked.awaitBackups();
      blocked.request(session, s -> s.set("value", blocking));
      blocking.awaitBlocked();

      ending.accept(blocked, session);

      assertEquals(Set.of(), nodes.get("n1").keys());
      blocking.release();
    }
  }

  @Test
  void requestEndedWhenTheSessionHasMovedAwayThenItsRecordStays() {
    FakeSession session = tomcat.createStored("a", "text");
    nodes.get("n1").failWith(Reason.REFUSED);
    tomcat.request(session, s -> s.set("value", "here"));
    nodes.get("n1").heal();

    session.end(); // forgotten, not removed
    tomcat.settle();

    assertEquals("text", loadedByOther("a").get("value"));
  }

  @Test
  void removedWhenABackupRunsUnderTheOldIdThenTheNewIsNotRevived() {
    BlockingValue blocking = new BlockingValue();
    try (OneTomcat two = new OneTomcat("t1", nodes, Settings.SYNC.withAsync().withThreads(2))) {
      FakeSession session = two.create("a");
      BlockingValue inFront = new BlockingValue();
      var unused = two.executor.submit("a", inFront::block);
      inFront.awaitBlocked();
      two.request(session, s -> s.set("value", blocking));
      SessionId old = session.sessionId();
      session.changeId(new SessionId("b.t1"));
      inFront.release();
      blocking.awaitBlocked(); // in the queue of the old id, about to write under the new one

      two.service.renamed(session, old);
      session.end();
      two.service.removed(session, false);
      blocking.release();
      two.awaitBackup("a");
      two.awaitBackup("b");

      assertEquals(Set.of(), nodes.get("n1").keys());
    }
  }

  // ---- waiting ----

  @Test
  void requestEndedWhenSynchronousThenWaitsNoLongerThanItsTime() {
    Settings brief = Settings.SYNC.withBackupTimeout(Duration.ofMillis(20));
    try (OneTomcat hurried = new OneTomcat("t1", nodes, brief)) {
      nodes.get("n1").freeze();
      FakeSession session = hurried.create("a");

      hurried.request(session, s -> s.set("value", 1));

      assertEquals(Set.of(), nodes.get("n1").keys());
      nodes.get("n1").thaw();
      hurried.awaitBackups();
      assertEquals(Set.of("a"), nodes.get("n1").keys());
    }
  }

  /** Two requests of a session end side by side; the backup of one has the changes of both. */
  @Test
  void requestEndedWhenAnothersBackupHasItsChangesThenWaitsForThat() throws Exception {
    FakeSession session = tomcat.createStored("a", 0);
    tomcat.begin(session);
    tomcat.begin(session);
    session.set("value", 1);
    nodes.get("n1").freeze();
    session.backupState().requestFinishing();
    session.backupState().requestFinishing();
    FutureTask<Void> other = new FutureTask<>(() -> tomcat.service.requestEnded(session), null);
    FutureTask<Void> one = new FutureTask<>(() -> tomcat.service.requestEnded(session), null);
    Thread ofOther = new Thread(other);
    Thread ofOne = new Thread(one);

    ofOther.start();
    Await.until("its backup is sent", () -> nodes.count("store") == 2);
    ofOne.start();
    Await.until("waits", () -> one.isDone() || ofOne.getState() == Thread.State.TIMED_WAITING);
    boolean waited = !one.isDone();
    nodes.get("n1").thaw();
    one.get();
    other.get();
    ofOther.join();
    ofOne.join();

    assertTrue(waited);
    assertEquals(1, loadedByOther("a").get("value"));
  }

  /** An application may interrupt its own requests; their clients are told the same as others. */
  @Test
  void requestEndedWhenItsThreadIsInterruptedThenWaitsAllTheSame() throws Exception {
    FakeSession session = tomcat.createStored("a", 0);
    nodes.get("n1").freeze();
    FutureTask<Boolean> request =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              tomcat.request(session, s -> s.set("value", 1));
              return Thread.currentThread().isInterrupted();
            });
    Thread thread = new Thread(request);

    thread.start();
    Await.until("waits", () -> request.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
    boolean waited = !request.isDone();
    nodes.get("n1").thaw();
    boolean isInterrupted = request.get();
    thread.join();

    assertTrue(waited);
    assertTrue(isInterrupted);
    assertEquals(1, loadedByOther("a").get("value"));
  }

  @Test
  void requestEndedWhenAsynchronousThenDoesNotWait() {
    try (OneTomcat async = new OneTomcat("t1", nodes, Settings.SYNC.withAsync())) {
      nodes.get("n1").freeze();
      FakeSession session = async.create("a");

      async.request(session, s -> s.set("value", 1)); // would wait for 30 s otherwise

      assertEquals(Set.of(), nodes.get("n1").keys());
      nodes.get("n1").thaw();
      async.awaitBackups();
      assertEquals(Set.of("a"), nodes.get("n1").keys());
    }
  }

  @Test
  void requestEndedWhenAnAnswerIsOutstandingThenOtherSessionsAreStoredMeanwhile() {
    try (OneTomcat async = new OneTomcat("t1", nodes, Settings.SYNC.withAsync())) {
      FakeSession first = async.create("a");
      FakeSession second = async.create("b");
      nodes.get("n1").freeze();

      async.request(first, s -> s.set("value", 1));
      async.request(second, s -> s.set("value", 2)); // there is one backup thread

      Await.until("both are sent", () -> nodes.count("store") == 2);
      async.request(second, s -> s.set("value", 3));
      nodes.get("n1").thaw();
      async.awaitBackups();
      assertEquals(3, loadedByOther("b").get("value"));
    }
  }

  // ---- trouble ----

  @Test
  void requestEndedWhenAnAttributeSetsAnotherWhileItIsWrittenThenThatIsStoredWithTheNextBackup() {
    try (OneTomcat async = new OneTomcat("t1", nodes, Settings.SYNC.withAsync())) {
      FakeSession session = async.create("a");
      Runnable set =
          () -> {
            session.set("other", "set while it was written");
            var unused = async.service.changedOutsideRequests(session);
          };

      async.request(session, s -> s.set("value", new TellsWhenWritten(set)));
      async.awaitBackups();
      long submitted = async.executor.submitted();
      async.request(session, s -> {});
      async.awaitBackups();

      assertEquals(1, submitted);
      assertEquals(2, async.executor.submitted());
      assertEquals("set while it was written", loadedByOther("a").get("other"));
    }
  }

  @Test
  void requestEndedWhenTheSaveFailsThenRepeatedWithoutARequest() {
    nodes.get("n1").failWith(Reason.REFUSED);
    tomcat.createStored("a", "text");
    nodes.get("n1").heal();

    tomcat.settle();

    assertEquals("text", loadedByOther("a").get("value"));
  }

  @Test
  void requestEndedWhenTheSaveKeepsFailingThenOneChainOfFiveRepetitions() {
    nodes.get("n1").failWith(Reason.REFUSED);
    FakeSession session = tomcat.createStored("a", 1);
    tomcat.request(session, s -> s.set("value", 2));

    tomcat.settle();

    assertEquals(List.of(), session.backupState().nodeIds());
    assertEquals(2 + 5, tomcat.count(Metric.BACKUPS_FAILED));
  }

  @Test
  void requestEndedWhenTheLastSaveFailedThenTheNextRequestStoresItThoughItOnlyReads() {
    nodes.get("n1").failWith(Reason.REFUSED);
    FakeSession session = tomcat.createStored("a", 1);
    tomcat.settle();
    nodes.get("n1").heal();

    tomcat.request(session, s -> {});

    assertEquals(1, loadedByOther("a").get("value"));
  }

  @Test
  void requestEndedWhenTheStoreIsAwayThenNothingIsSubmitted() {
    FakeSession session = tomcat.createStored("a", 1);
    tomcat.lose("n1");
    startMeasuring();
    long submitted = tomcat.executor.submitted();

    tomcat.request(session, s -> s.set("value", 2));

    assertEquals(submitted, tomcat.executor.submitted());
    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void requestEndedWhenAFailedSaveIsCarriedOutLateThenTheLaterOneWins() {
    Nodes pair = new Nodes("n1", "n2"); // "a" belongs on n2
    try (OneTomcat writer = new OneTomcat("t1", pair, Settings.SYNC.withAsync());
        OneTomcat reader = new OneTomcat("t2", pair)) {
      pair.get("n1").failWith(Reason.REFUSED);
      pair.get("n2").freeze();
      FakeSession session = writer.createStored("a", "early");
      Await.until("the save is sent", () -> pair.count("store") == 1);
      pair.get("n2").timeOut();
      writer.awaitBackups();
      pair.get("n1").heal();
      pair.get("n2").thaw();
      pair.get("n2").failWith(Reason.REFUSED);

      writer.request(session, s -> s.set("value", "late")); // goes to n1
      writer.awaitBackups();
      pair.get("n2").heal();

      RestoredSession loaded = reader.load(session.sessionId());
      assertEquals("late", assertNotNullAnd(loaded).attributes().get("value"));
    }
  }

  // ---- takeOver ----

  @Test
  void takeOverWhenTheRecordIsGoneThenTheCopyHereIsOver() {
    FakeSession session = tomcat.createStored("a", 1);
    FakeSession moved = assertNotNullAnd(other.takeOver("a"));
    other.request(moved, s -> s.set("value", 2));
    other.invalidate(moved);

    FailoverResult takeover = tomcat.service.takeOver(moved.sessionId(), session);

    assertInstanceOf(FailoverResult.Over.class, takeover);
  }

  @Test
  void takeOverWhenTheStoreIsAwayThenNothingBetterThanTheCopyHere() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.ids().forEach(node -> nodes.get(node).failWith(Reason.UNAVAILABLE));

    FailoverResult takeover = tomcat.service.takeOver(session.sessionId(), session);

    assertInstanceOf(FailoverResult.NothingBetter.class, takeover);
  }

  @Test
  void takeOverWhenTheStoreIsAwayAndNoCopyIsHereThenNobodyKnows() {
    tomcat.createStored("a", 1);
    nodes.ids().forEach(node -> nodes.get(node).failWith(Reason.UNAVAILABLE));

    FailoverResult takeover = other.service.takeOver(new SessionId("a.t1"), null);

    assertEquals(new FailoverResult.Unreachable(Set.copyOf(nodes.ids())), takeover);
  }

  @Test
  void takeOverWhenTheCopyHereIsWhatIsStoredThenNothingBetter() {
    FakeSession session = tomcat.createStored("a", 1);

    FailoverResult takeover = tomcat.service.takeOver(new SessionId("a.t2"), session);

    assertInstanceOf(FailoverResult.NothingBetter.class, takeover);
  }

  @Test
  void requestWhenTheTomcatBeforeStoredMeanwhileThenItsRecordIsNewer() {
    FakeSession session = tomcat.createStored("a", 1);
    FakeSession moved = assertNotNullAnd(other.takeOver("a"));
    tomcat.request(session, s -> s.set("value", "late"));
    other.request(moved, s -> s.set("value", "latest"));

    FailoverResult takeover = tomcat.service.takeOver(moved.sessionId(), session);

    RestoredSession newer = assertInstanceOf(FailoverResult.Newer.class, takeover).session();
    assertTrue(newer.version() > session.backupState().version(), () -> "" + newer.version());
    assertEquals("latest", newer.attributes().get("value"));
  }

  @Test
  void takeOverWhenTheRecordIsOlderThanTheIntervalByWhatReadingMayHideThenCountsAsUsedNow() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofSeconds(1_800 + 100));

    FailoverResult takeover = other.service.takeOver(session.sessionId(), null);

    RestoredSession newer = assertInstanceOf(FailoverResult.Newer.class, takeover).session();
    assertEquals(nodes.clock.millis(), newer.times().thisAccessedTime());
    assertEquals(session.times().lastAccessedTime(), newer.times().lastAccessedTime());
  }

  @Test
  void takeOverWhenTheIdIsEndingThenItsRecordIsNotUsed() {
    FakeSession session = tomcat.createStored("a", 1);

    tomcat.service.invalidation().ending(session.sessionId(), session);

    assertInstanceOf(FailoverResult.Over.class, tomcat.service.takeOver(session.sessionId(), null));
    assertEquals(Set.of("a"), nodes.get("n1").keys());
  }

  // ---- load ----

  @Test
  void loadWhenTheSessionHasExpiredThenNotFoundThoughTheStoreHasIt() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofSeconds(1_800 + 450 - 1));
    assertNotNull(other.load(session.sessionId()));
    nodes.clock.advance(Duration.ofSeconds(1));

    assertEquals(Set.of("a"), nodes.get("n1").keys());
    assertNull(other.load(session.sessionId()));
  }

  @Test
  void loadWhenItNeverExpiresThenFoundAfterYears() {
    FakeSession session = tomcat.create("a");
    tomcat.request(session, s -> s.setMaxInactiveInterval(-1));
    nodes.clock.advance(Duration.ofDays(1_000));

    assertNotNull(other.load(session.sessionId()));
  }

  @Test
  void loadWhenTheSameTomcatRestartedThenAReadingRequestWritesNothing() {
    tomcat.createStored("a", "text");
    try (OneTomcat restarted = new OneTomcat("t1", nodes)) {
      FakeSession session = assertNotNullAnd(restarted.takeOver("a"));
      startMeasuring();

      restarted.request(session, s -> s.get("value"));

      assertEquals(List.of(), nodes.operations());
    }
  }

  @Test
  void loadWhenAnotherTomcatTakesOverThenItsRouteIsStoredAndNothingAfterIt() {
    tomcat.createStored("a", "text");
    FakeSession session = loadedByOther("a");
    startMeasuring();

    other.request(session, s -> s.get("value"));
    other.request(session, s -> s.get("value"));

    assertEquals(List.of("store a"), nodes.operations());
    assertEquals("a.t2", assertNotNullAnd(tomcat.load(session.sessionId())).id().value());
  }

  @Test
  void loadWhenTheSessionMovesToAndFroThenVersionsGoOn() {
    FakeSession first = tomcat.createStored("a", 1);
    FakeSession second = loadedByOther("a");
    other.request(second, s -> s.set("value", 2));
    FakeSession third = assertNotNullAnd(tomcat.takeOver("a"));
    tomcat.request(third, s -> s.set("value", 3));

    assertEquals(
        List.of(1L, 2L, 3L),
        List.of(first, second, third).stream().map(s -> s.backupState().version()).toList());
  }

  @Test
  void loadWhenTwoCopiesThenATouchAfterTakeoverReachesBoth() {
    Nodes pair = new Nodes("n1", "n2");
    Settings copies = Settings.SYNC.withCopies(2);
    try (OneTomcat before = new OneTomcat("t1", pair, copies);
        OneTomcat restarted = new OneTomcat("t1", pair, copies)) {
      before.createStored("a", 1);
      FakeSession session = assertNotNullAnd(restarted.takeOver("a"));
      pair.clock.advance(Duration.ofSeconds(451));

      restarted.request(session, s -> {});

      assertEquals(pair.get("n1").expiryOf("a"), pair.clock.instant().plusSeconds(2_251));
      assertEquals(pair.get("n2").expiryOf("a"), pair.clock.instant().plusSeconds(2_251));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void requestEndedWhenOneOfTwoNodesRefusesOnceThenItsCopyFollows(String refusing) {
    Nodes pair = new Nodes("n1", "n2");
    try (OneTomcat stored = new OneTomcat("t1", pair, Settings.SYNC.withCopies(2))) {
      pair.get(refusing).failWith(Reason.REFUSED);
      FakeSession session = stored.createStored("a", 1);
      pair.get(refusing).heal();

      stored.settle();

      assertEquals(Set.of("n1", "n2"), Set.copyOf(session.backupState().nodeIds()));
      assertTrue(pair.get(refusing).keys().contains("a"));
    }
  }

  @Test
  void loadWhenOneNodeIsSilentForAsLongAsItMayThenTheOthersCopyIsFound() {
    Nodes pair = new Nodes("n1", "n2");
    Duration deadline = Duration.ofMillis(100);
    Settings copies = Settings.SYNC.withCopies(2).withOperationTimeout(deadline);
    try (OneTomcat before = new OneTomcat("t1", pair, copies);
        OneTomcat after =
            new OneTomcat(
                "t2",
                pair,
                copies,
                (node, store) -> node.equals("n1") ? new SilentStore(store, deadline) : store)) {
      FakeSession session = before.createStored("a", 1);

      assertNotNull(after.load(session.sessionId()));
    }
  }

  @Test
  void mayTellEndWhenOnlyThisTomcatStoredThenTrue() {
    FakeSession session = tomcat.createStored("a", 1);

    assertTrue(tomcat.service.invalidation().mayTell(session).join());
  }

  @Test
  void mayTellEndWhenTheNodesAreSlowThenManyAreAskedForAtOnce() {
    List<FakeSession> over = List.of(tomcat.createStored("a", 1), tomcat.createStored("b", 1));
    nodes.get("n1").freeze();

    List<CompletableFuture<Boolean>> asked =
        over.stream().map(tomcat.service.invalidation()::mayTell).toList();

    assertTrue(asked.stream().noneMatch(CompletableFuture::isDone));
    nodes.get("n1").thaw();
    assertTrue(asked.stream().allMatch(CompletableFuture::join));
  }

  @Test
  void mayTellEndWhenAnotherTookOverThenFalse() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofMillis(1));
    other.request(loadedByOther("a"), s -> {});

    assertFalse(tomcat.service.invalidation().mayTell(session).join());
  }

  @Test
  void mayTellEndWhenTheNextTomcatHasEndedTheSessionThenFalse() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofMillis(1));

    other.invalidate(Objects.requireNonNull(other.takeOver("a")));

    assertFalse(tomcat.service.invalidation().mayTell(session).join());
  }

  @Test
  void mayTellEndWhenTheNextTomcatHasChangedTheIdThenFalse() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofMillis(1));

    other.changeId(Objects.requireNonNull(other.takeOver("a")), "b");
    other.settle();

    assertFalse(tomcat.service.invalidation().mayTell(session).join());
  }

  @Test
  void mayTellEndWhenTimeIsUpOnTheNextTomcatFirstThenFalse() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofMillis(1));
    FakeSession moved = Objects.requireNonNull(other.takeOver("a"));
    other.request(moved, s -> s.set("value", 2));

    boolean there = other.service.invalidation().mayTell(moved).join();
    other.invalidate(moved);

    assertTrue(there);
    assertFalse(tomcat.service.invalidation().mayTell(session).join());
  }

  @Test
  void mayTellEndWhenTheRecordIsLostThenTrue() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.get("n1").wipe();

    assertTrue(tomcat.service.invalidation().mayTell(session).join());
  }

  @Test
  void mayTellEndWhenNobodyAnswersThenTrue() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.get("n1").failWith(Reason.TIMEOUT);

    assertTrue(tomcat.service.invalidation().mayTell(session).join());
  }

  // ---- stop ----

  @Test
  void containerStoppingWhenOnlyReadSinceThenTheTimesAreStored() {
    FakeSession session = tomcat.createStored("a", 1);
    nodes.clock.advance(Duration.ofSeconds(10));
    tomcat.request(session, s -> {});

    tomcat.service.containerStopping(session);
    tomcat.awaitBackups();

    assertEquals(nodes.clock.millis(), loadedByOther("a").times().thisAccessedTime());
  }

  @Test
  void containerStoppingWhenTheStoreKnowsEverythingThenNothingIsSubmitted() {
    FakeSession session = tomcat.createStored("a", 1);
    long submitted = tomcat.executor.submitted();

    tomcat.service.containerStopping(session);

    assertEquals(submitted, tomcat.executor.submitted());
  }

  @Test
  void unstoredWhenTheSessionHasEndedOnAnotherTomcatThenNull() {
    FakeSession session = tomcat.createStored("a", 1);
    other.invalidate(assertNotNullAnd(other.takeOver("a")));
    session.set("value", 2);
    boolean hasEnded = tomcat.service.invalidation().wasEndedElsewhere(session);
    tomcat.awaitBackups();

    assertTrue(hasEnded);
    assertNull(tomcat.service.unstored(session, node -> true));
  }

  // ---- the rest ----

  private void startMeasuring() {
    nodes.clearOperations();
  }

  private FakeSession loadedByOther(String base) {
    return assertNotNullAnd(other.takeOver(base));
  }

  private static <T> T assertNotNullAnd(@Nullable T value) {
    assertNotNull(value);
    return value;
  }

  private static List<String> listOf(String... elements) {
    return new ArrayList<>(List.of(elements));
  }

  @SuppressWarnings("unchecked")
  private static List<String> list(FakeSession session) {
    return (List<String>) assertNotNullAnd(session.get("value"));
  }
}
