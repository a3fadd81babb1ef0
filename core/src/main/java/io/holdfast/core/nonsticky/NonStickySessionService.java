package io.holdfast.core.nonsticky;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.config.Granularity;
import io.holdfast.core.expiry.ExpiryNotes;
import io.holdfast.core.fallback.DiskFallback;
import io.holdfast.core.fallback.PutBack;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.KnownInvalidations;
import io.holdfast.core.model.OrphanedSession;
import io.holdfast.core.model.SessionAge;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.nonsticky.NonStickyAttributes.Encoded;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.repository.NonStickyRecord;
import io.holdfast.core.repository.NonStickyRecord.State;
import io.holdfast.core.repository.NonStickyRepository;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The steps around a request for a session that any Tomcat may serve: look before it is used, save
 * before the client can act on the response, leave a tombstone when it ends.
 *
 * <p>Code of the application, which encoding and decoding call, runs on the callers' threads and on
 * those of an executor, never on a thread that others depend on: the timer's, or a store's.
 *
 * <p>No method blocks; every future completes normally.
 */
public final class NonStickySessionService {

  private static final System.Logger LOG = Loggers.of(NonStickySessionService.class);

  /** How exact the time of the last access is in the store. */
  private static final long ACCESS_RESOLUTION_MILLIS = 1_000;

  private final NonStickyRepository repository;
  private final Executor work;
  private final InstantSource clock;
  private final SessionMetrics metrics;
  private final RecordMerger crossed;
  private final SaveTools saveTools;
  private final NonStickyLoader openings;
  private final Tombstones tombstones;
  private final NonStickyInvalidation ends;
  private final DiskFallback files;
  private final NonStickyFallback kept;
  private final CopyRepair repair;
  private final SessionWriters writers = new SessionWriters();

  public NonStickySessionService(
      NonStickyRepository repository,
      SnapshotCodec codec,
      AttributeMerger layers,
      Granularity granularity,
      ScheduledExecutorService timer,
      Executor work,
      RandomGenerator random,
      InstantSource clock,
      DiskFallback files,
      SessionMetrics metrics,
      ExpiryNotes expiry,
      int copyRetries) {
    this.repository = repository;
    this.work = work;
    this.clock = clock;
    this.metrics = metrics;
    this.crossed = new RecordMerger(layers);
    this.saveTools =
        new SaveTools(repository, codec, layers, crossed, work, random, clock, metrics, expiry);
    this.openings =
        new NonStickyLoader(codec, granularity, crossed, new SessionAge(clock), writers, metrics);
    KnownInvalidations remembered =
        new KnownInvalidations(
            KnownInvalidations.MAX, clock, () -> metrics.increment(Metric.ENDS_FORGOTTEN));
    this.tombstones =
        new Tombstones(repository, timer, clock, expiry.lifetime(), remembered, copyRetries);
    this.ends = new NonStickyInvalidation(repository, random, clock, expiry.lifetime(), tombstones);
    this.files = files;
    this.kept = new NonStickyFallback(saveTools, granularity, files);
    this.repair =
        new CopyRepair(
            repository,
            timer,
            metrics,
            expiry.lifetime(),
            tombstones,
            this::saveBehind,
            copyRetries);
  }

  // ---- before a request uses the session ----

  /** The attributes of a session that is created here just now. */
  public NonStickyAttributes noAttributes() {
    return openings.none();
  }

  /**
   * Looks what the store says of a session, in one round trip. What comes of it is for the caller
   * to find out on its own thread: it may decode, and runs code of the application then.
   *
   * @param local the instance that is here; null if there is none
   * @param leased whether the caller has just got the lease: then nobody who read the session
   *     before can write it any more
   */
  public CompletableFuture<Supplier<LoadedSession>> look(
      SessionId id, @Nullable NonStickySession local, boolean leased) {
    if (local != null && !local.sessionId().hasBaseOf(id)) {
      return CompletableFuture.completedFuture(() -> new LoadedSession.Local(null));
    }
    if (ends.isPending(id, local)) {
      return CompletableFuture.completedFuture(() -> LoadedSession.Nothing.AT_ALL);
    }
    SessionSnapshot inFile = local == null ? files.claim(id) : null;
    return (leased ? repository.loadFenced(id) : repository.load(id))
        .thenApply(
            found -> {
              if (isKnownToBeOver(found, local)) {
                return () -> LoadedSession.Nothing.AT_ALL;
              }
              repair.mendIfDivided(found);
              repair.mendIfEvicted(found);
              return () -> open(found, local, inFile);
            });
  }

  private LoadedSession open(
      NonStickyRecord found, @Nullable NonStickySession local, @Nullable SessionSnapshot inFile) {
    LoadedSession opening = openings.of(found, local, inFile);
    if (inFile != null) {
      kept.opened(inFile, opening);
    }
    return opening;
  }

  /**
   * What a request gets of a session that is here, if {@link #look} did not come to an end in time.
   * On the caller's own thread: it may decode.
   */
  public LoadedSession unanswered(NonStickySession local) {
    local.sharedState().notHeardOf();
    return openings.unanswered(local);
  }

  /** Whether what was found, or is here, is of a session that has ended as far as is known here. */
  private boolean isKnownToBeOver(NonStickyRecord found, @Nullable NonStickySession local) {
    SessionTimes times = local == null ? null : local.times();
    if (found.state() instanceof State.Ended ended) {
      boolean isOfLocal = times != null && ended.isOf(times);
      tombstones.found(found, ended.tombstone(), isOfLocal ? times : null);
      return false; // the tombstone may be of an earlier session, which is for others to tell
    }
    SessionTimes known =
        found.state() instanceof State.Present present ? present.snapshot().times() : times;
    Tombstone remembered = known == null ? null : tombstones.of(found.id(), known.creationTime());
    if (remembered == null) {
      return false;
    }
    if (local != null && remembered.isOfFormerId()) {
      local.sharedState().refuse(SaveOutcome.RENAMED); // others may be at work in it
    }
    var unused = tombstones.restore(found.id());
    return true;
  }

  // ---- before the response leaves ----

  /** Whether a save could do anything; cheap. */
  public boolean mayHaveChanged(NonStickySession session) {
    NonStickyState state = session.sharedState();
    boolean isRefused = state.refusal() != null; // and perhaps forgotten for that
    if (!isRefused && (!session.isLive() || state.hasEnded())) {
      return false;
    }
    return session.sharedAttributes().mayHaveChanged()
        || !NonStickyState.headerOf(session).equals(state.header())
        || (isRefused ? state.isWishRefused() : state.isUnsaved());
  }

  /** Equal to any earlier one as long as nothing was set in the session; cheap. */
  public Object mark(NonStickySession session) {
    return List.of(session.sharedAttributes().sets(), NonStickyState.headerOf(session));
  }

  /**
   * Whether a request that has seen the session can be answered at once: nothing of it is on its
   * way to the store, and nothing has to go there.
   */
  public boolean isSettled(NonStickySession session) {
    // In this order: a save that is refused gives back what it had taken before it is over.
    return session.sharedState().pendingSave().isDone() && !mayHaveChanged(session);
  }

  /**
   * Saves what has changed, behind a save of the same instance that is on its way; or waits for
   * that, which has what this request changed or saw. What no node takes is tried again behind the
   * request.
   */
  public CompletableFuture<SaveOutcome> save(NonStickySession session) {
    return saveOnce(session).thenApply(outcome -> repairedIfFailed(session, outcome));
  }

  private SaveOutcome repairedIfFailed(NonStickySession session, SaveOutcome outcome) {
    if (outcome == SaveOutcome.FAILED) {
      repair.saveFailed(session);
    }
    return outcome;
  }

  private CompletableFuture<SaveOutcome> saveOnce(NonStickySession session) {
    CompletableFuture<SaveOutcome> pending = session.sharedState().pendingSave();
    boolean isNoneOnItsWay = pending.isDone(); // asked before what may come back from it
    if (!mayHaveChanged(session)) {
      return isNoneOnItsWay
          ? CompletableFuture.completedFuture(SaveOutcome.UNCHANGED)
          : pending.thenApply(NonStickySessionService::ofAnother);
    }
    CompletableFuture<SaveOutcome> waiting = session.sharedState().waitingSave();
    return waiting == null ? enqueueNext(session) : waiting;
  }

  /**
   * Saves when those before it are over. Until then it is the save of everybody who comes: what it
   * has not looked at yet it cannot miss, and nobody waits for more than two saves of an instance.
   */
  private CompletableFuture<SaveOutcome> enqueueNext(NonStickySession session) {
    NonStickyState state = session.sharedState();
    return enqueue(
        session,
        () -> {
          state.waitingSaveBegins();
          return saveAlone(session);
        },
        true);
  }

  /** What a save that began before is for a request that has nothing to add. */
  private static SaveOutcome ofAnother(SaveOutcome outcome) {
    return outcome == SaveOutcome.SAVED ? SaveOutcome.UNCHANGED : outcome;
  }

  /** Like {@link #saveOnce}, from threads that must not run code of the application. */
  private CompletableFuture<SaveOutcome> saveBehind(NonStickySession session) {
    return onWorkThread(() -> saveOnce(session));
  }

  private CompletableFuture<SaveOutcome> onWorkThread(
      Supplier<CompletableFuture<SaveOutcome>> save) {
    return CompletableFuture.completedFuture(null).thenComposeAsync(nothing -> save.get(), work);
  }

  /**
   * Saves of the instances of a session do not overlap. The first encodes on the thread that asks
   * for it, one that had to wait on one of our own.
   */
  private CompletableFuture<SaveOutcome> enqueue(
      NonStickySession session, Supplier<CompletableFuture<SaveOutcome>> save, boolean isForAll) {
    CompletableFuture<SaveOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> before = session.sharedState().enqueue(outcome, isForAll);
    if (before.isDone()) {
      saveNow(session, save, outcome);
    } else {
      var unused =
          before
              .handle((done, failure) -> done)
              .thenRunAsync(() -> saveNow(session, save, outcome), work)
              .whenComplete(
                  (done, failure) -> {
                    if (failure != null) { // the threads have stopped
                      outcome.complete(failed(session, failure));
                    }
                  });
    }
    return outcome;
  }

  /** Completes the outcome whatever happens: each later save of this session waits for it. */
  private void saveNow(
      NonStickySession session,
      Supplier<CompletableFuture<SaveOutcome>> save,
      CompletableFuture<SaveOutcome> outcome) {
    CompletableFuture<SaveOutcome> saving;
    try {
      saving = save.get();
    } catch (Throwable e) { // whatever the application's code may throw
      saving = CompletableFuture.failedFuture(e);
    }
    var unused =
        saving
            .thenApply(
                result -> {
                  kept.saved(session.sessionId(), result);
                  return result;
                })
            .exceptionally(failure -> failed(session, failure))
            .whenComplete(
                (result, failure) ->
                    outcome.complete(failure == null ? result : SaveOutcome.FAILED));
  }

  private static SaveOutcome failed(NonStickySession session, Throwable failure) {
    session.sharedState().toBeSaved();
    LOG.log(
        System.Logger.Level.WARNING,
        "Session " + session.sessionId() + " could not be saved",
        failure);
    return SaveOutcome.FAILED;
  }

  private CompletableFuture<SaveOutcome> saveAlone(NonStickySession session) {
    return saveAlone(session, false);
  }

  /**
   * Saves, with no other save of the session on its way.
   *
   * @param hasChangesOfOthers whether it has what others stored under the former id, and were
   *     answered: nobody else has that, so it is not refused when the lease is lost
   */
  private CompletableFuture<SaveOutcome> saveAlone(
      NonStickySession session, boolean hasChangesOfOthers) {
    NonStickyState state = session.sharedState();
    if (!mayHaveChanged(session)) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    SaveOutcome refusal = state.refusal();
    try {
      Encoded encoded =
          session
              .sharedAttributes()
              .encode(session.sessionId(), session::isStorable, state::nobodyAtWork);
      boolean changed =
          !encoded.changed().isEmpty()
              || !encoded.restless().isEmpty()
              || (refusal == null ? state.isUnsaved() : state.isWishRefused())
              || !NonStickyState.headerOf(session).equals(state.header());
      if (!changed) {
        metrics.increment(Metric.BACKUPS_SKIPPED);
        return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
      }
      if (refusal != null) { // which each request is told that may have made the changes
        session.sharedAttributes().touchAgain(encoded.changed());
        return CompletableFuture.completedFuture(refusal);
      }
      if (state.header() == null) {
        var unused =
            writers.register(session.sessionId(), session.times().creationTime(), state.writer());
      }
      NonStickySave save =
          new NonStickySave(
              saveTools,
              session,
              encoded,
              hasChangesOfOthers,
              copies -> repair.copied(session, copies));
      return performed(save)
          .whenComplete(
              (outcome, failure) -> {
                if (failure != null) { // what was encoded is in no record
                  session.sharedAttributes().touchAgain(encoded.changed());
                }
              })
          .thenApply(
              outcome ->
                  outcome == SaveOutcome.SAVED && !encoded.restless().isEmpty()
                      ? changesAllTheTime(state)
                      : outcome);
    } catch (ConcurrentModificationException e) { // of the user, or of notes
      return CompletableFuture.completedFuture(
          refusal == null ? changesAllTheTime(state) : refusal);
    }
  }

  /** Not all of a session could be encoded: it is tried again behind the request. */
  private SaveOutcome changesAllTheTime(NonStickyState state) {
    metrics.increment(Metric.BACKUPS_FAILED);
    state.toBeSaved();
    return SaveOutcome.FAILED;
  }

  private static CompletableFuture<SaveOutcome> performed(NonStickySave save) {
    try {
      return save.perform();
    } catch (RuntimeException | Error e) { // an Error must not lose the changes either
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * A request that used the session is over. Notes in the store when that was, unless it is known
   * well enough; nobody waits for it.
   */
  public void requestEnded(NonStickySession session) {
    NonStickyState state = session.sharedState();
    SessionTimes times = session.times();
    long shown = state.shownVersion();
    if (!session.isLive() || state.hasEnded() || shown <= 0) {
      return;
    }
    if (times.thisAccessedTime() - state.notedAccess() < ACCESS_RESOLUTION_MILLIS) {
      return;
    }
    boolean extend =
        RefreshRule.isDue(times.maxInactiveInterval(), clock.millis() - state.refreshedAt());
    repository.noteAccess(
        session.sessionId(),
        new AccessRecord(shown, times.lastAccessedTime(), times.thisAccessedTime()),
        saveTools.expiry().lifetime().of(times),
        extend);
    state.accessNoted(times.thisAccessedTime());
    if (extend) {
      metrics.increment(Metric.BACKUPS_TOUCHED);
      state.refreshed(clock.millis());
    }
  }

  // ---- while nobody asks for it ----

  /**
   * Gives up the objects of an instance that no request uses, as far as the record has them as they
   * are: the next request that asks for one makes it of its bytes. Once between two requests.
   *
   * @param isKept which objects stay, since they want to know of such things
   */
  public void giveUpObjects(NonStickySession session, Predicate<Object> isKept) {
    NonStickyState state = session.sharedState();
    long period = state.unused();
    if (period < 0 || !session.isLive() || state.hasEnded()) {
      return;
    }
    NonStickyAttributes attributes = session.sharedAttributes();
    try {
      List<NonStickyAttributes.Spare> spares = attributes.spare(session.sessionId(), isKept);
      if (state.whileUnused(period, () -> attributes.giveUp(spares)) && !spares.isEmpty()) {
        metrics.increment(Metric.IDLE_GIVEN_UP);
      }
    } catch (RuntimeException | Error e) { // others must not keep theirs because of this one
      LOG.log(
          System.Logger.Level.DEBUG, "Session " + session.sessionId() + " keeps its objects", e);
    }
  }

  // ---- the end ----

  /**
   * The session has ended here. Leaves a tombstone, so that no late writer brings it back; where no
   * node takes it, that is made up for when one is there again.
   *
   * @return whether it is over by this call, which happens once among all Tomcats: the application
   *     is to be told here
   */
  public CompletableFuture<Boolean> end(NonStickySession session) {
    files.ended(session.sessionId());
    return ends.end(session);
  }

  /**
   * The time of an instance that is here seems to be up, or an operator finds it idle. Ends the
   * session for everybody, unless others have used it since or have ended it.
   *
   * @return whether the session was ended by this call, which happens once among all Tomcats: the
   *     application is to be told here
   */
  public CompletableFuture<Boolean> expire(NonStickySession session) {
    return ends.expire(session)
        .thenApply(
            ended -> {
              if (ended) {
                files.ended(session.sessionId());
              }
              return ended;
            });
  }

  /** What became of a session that is perhaps in no Tomcat any more. */
  public CompletableFuture<OrphanedSession<LoadedSession.Fresh>> abandoned(SessionId id) {
    return repository.load(id).thenApply(openings::abandoned);
  }

  // ---- nodes come and go ----

  /**
   * Brings the copies of a session up to date after nodes were lost or came back; a session that no
   * node has any more is stored from the instance that is here. What fails is tried again.
   */
  public CompletableFuture<Void> repair(NonStickySession session) {
    return repair.repair(session);
  }

  /** A node is there again: sessions that ended meanwhile get their tombstones. */
  public void nodeReturned() {
    ends.nodeReturned();
  }

  /** The sessions that have ended, as far as this Tomcat knows. */
  public List<SessionId> ended() {
    return tombstones.all();
  }

  /** Brings the tombstone of a session that ended to the nodes that should hold it. */
  public CompletableFuture<Void> repairEnd(SessionId id) {
    return tombstones.restore(id);
  }

  // ---- what the store could not take ----

  /**
   * What a file should have of an instance; null if the store has all of it.
   *
   * @throws ConcurrentModificationException if another thread changed a collection at each attempt
   */
  public @Nullable SessionSnapshot unsaved(NonStickySession session) {
    return kept.unsaved(session);
  }

  /** Stores a session that was in a file, together with what the store has of it by now. */
  public CompletableFuture<PutBack.Fate> putBack(SessionSnapshot inFile) {
    return kept.putBack(inFile, this::save);
  }

  // ---- another id ----

  /**
   * The session has another id: it is saved under that, and ended under the former one. What others
   * stored there meanwhile is taken along. If another session has that id, this one goes on under
   * its former one, and the instance can save nothing any more.
   */
  public CompletableFuture<SaveOutcome> renamed(NonStickySession session, SessionId former) {
    if (former.base().equals(session.sessionId().base())) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    files.ended(former);
    return enqueue(session, () -> renameAlone(session, former), false)
        .thenApply(outcome -> repairedIfFailed(session, outcome));
  }

  /**
   * In its turn, so that no save of the session is answered while some find it under its former id
   * still, and others under the new one.
   */
  private CompletableFuture<SaveOutcome> renameAlone(NonStickySession session, SessionId former) {
    NonStickyRecord basis = session.sharedState().moveTo(session.sessionId());
    Renamed renamed = new Renamed(session);
    return saveAlone(session)
        .thenCompose(
            outcome ->
                isGivenUp(outcome)
                    ? CompletableFuture.completedFuture(outcome) // under the former id it goes on
                    : ends.endFormer(
                            former,
                            basis.id().equals(former) ? basis : null,
                            session.times(),
                            renamed)
                        .thenCompose(
                            ofFormer ->
                                ofFormer == SaveOutcome.SAVED
                                    ? CompletableFuture.completedFuture(
                                        renamed.outcomeAfter(outcome))
                                    : withdraw(session, ofFormer)))
        .whenComplete((outcome, failure) -> renamed.turnIsOver());
  }

  private static boolean isGivenUp(SaveOutcome outcome) {
    return outcome.isLoss() || outcome == SaveOutcome.ENDED;
  }

  /**
   * Another Tomcat has ended the session under its former id, has given it yet another one, or has
   * stored something there under a lease that was lost here.
   */
  private CompletableFuture<SaveOutcome> withdraw(NonStickySession session, SaveOutcome ofFormer) {
    if (ofFormer.isLoss()) {
      session.sharedState().refuse(ofFormer);
      session.sharedState().wishRefused();
    } else {
      session.sharedState().end();
    }
    return ends.endFormer(
            session.sessionId(), null, session.times(), NonStickyInvalidation.Successor.GONE)
        .thenApply(ended -> ofFormer);
  }

  /** A session that has got another id: what others store under the former one, it takes along. */
  private final class Renamed implements NonStickyInvalidation.Successor {

    private final NonStickySession session;
    private final List<SessionSnapshot> taken = new ArrayList<>();
    private volatile boolean isItsTurn = true;
    private volatile boolean isLeftUnsaved;

    Renamed(NonStickySession session) {
      this.session = session;
    }

    /** From now on, other saves of the session may be on their way. */
    void turnIsOver() {
      isItsTurn = false;
    }

    /** What became of the change of the id, whose first save came out like this. */
    SaveOutcome outcomeAfter(SaveOutcome first) {
      return isLeftUnsaved ? SaveOutcome.FAILED : first;
    }

    @Override
    public synchronized @Nullable VersionHistory covered() {
      SessionSnapshot known = session.sharedState().base();
      VersionHistory all = known == null ? null : known.lineage();
      for (SessionSnapshot each : taken) {
        all = all == null ? each.lineage() : VersionHistory.together(all, each.lineage());
      }
      return all;
    }

    @Override
    public boolean isLeaseLost() {
      return session.sharedState().isLeaseLost();
    }

    @Override
    public synchronized void take(SessionSnapshot found) {
      SessionSnapshot known = session.sharedState().base();
      if (known == null || found.isAheadOf(known)) {
        taken.removeIf(earlier -> !earlier.isAheadOf(found));
        taken.add(found);
      }
    }

    @Override
    public CompletableFuture<?> settle() {
      synchronized (this) {
        if (taken.isEmpty()) {
          return CompletableFuture.completedFuture(null);
        }
      }
      return isItsTurn
          ? onWorkThread(this::saveTaken)
              .thenAccept(outcome -> isLeftUnsaved = outcome == SaveOutcome.FAILED)
          : onWorkThread(() -> enqueue(session, this::saveTaken, false))
              .thenApply(outcome -> repairedIfFailed(session, outcome));
    }

    private CompletableFuture<SaveOutcome> saveTaken() {
      NonStickyState state = session.sharedState();
      synchronized (this) {
        for (SessionSnapshot each : taken) {
          SessionSnapshot known = state.base();
          SessionSnapshot both = known == null ? each : crossed.together(known, each);
          if (both != null) { // else it cannot be read here, which is in the log
            state.tookAlong(both);
          }
        }
        taken.clear();
      }
      return saveAlone(session, true);
    }
  }
}
