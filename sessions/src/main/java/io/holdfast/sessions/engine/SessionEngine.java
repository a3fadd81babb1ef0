package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.expiry.OrphanExpiry.Orphan;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.ReadsBehindLease;
import io.holdfast.sessions.store.SessionOrder;
import io.holdfast.sessions.store.SessionStore;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps around a request for a session that any Tomcat may serve: load before it is used, save
 * before the client can act on the response, write a tombstone when it is invalidated.
 *
 * <p>Code of the application, which encoding and decoding call, runs on the callers' threads and on
 * those of an executor, never on the timer's or a store's, on which other sessions depend.
 *
 * <p>No method blocks; every future completes normally.
 */
public final class SessionEngine {

  private static final System.Logger LOG = Loggers.of(SessionEngine.class);

  private final Affinity affinity;
  private final EngineTools tools;
  private final SessionStore store;
  private final SessionOpener loader;
  private final AccessNotes accesses;
  private final Tombstones tombstones;
  private final SessionEnding ending;
  private final SessionFallback fallback;
  private final InstanceSaver saver;
  private final CopyRepair repair;
  private final IdChange idChange;

  /** Puts the steps together; {@code work} runs code of the application. */
  public SessionEngine(
      EngineTools tools,
      Affinity affinity,
      ScheduledExecutorService timer,
      Executor work,
      int copyRetries) {
    this.affinity = affinity;
    SessionWriters writers = new SessionWriters();
    this.tools = tools;
    this.store = tools.store();
    this.loader = new SessionOpener(tools, writers, affinity.isSticky());
    Retries retries = new Retries(timer, copyRetries);
    this.tombstones = new Tombstones(tools, retries);
    this.ending = new SessionEnding(tools, tombstones, retries);
    this.fallback = new SessionFallback(tools, loader);
    SaveQueue queue = new SaveQueue(work, fallback);
    this.saver = new InstanceSaver(tools, affinity, queue, writers, work, retries, tombstones);
    this.repair = saver.repair();
    this.accesses = new AccessNotes(tools, affinity.isSticky(), repair::repair);
    this.idChange = new IdChange(saver, queue, ending, tools.merger());
  }

  // ---- before a request uses the session ----

  /** The attributes of a session that is created here just now. */
  public InstanceAttributes noAttributes() {
    return loader.attributes(EncodedAttributes.none());
  }

  /** Returns when a new session with this id may count as created, see {@link SessionOrder}. */
  public long earliestCreation(SessionId id) {
    return tombstones.endedIds().earliestCreation(id);
  }

  /** Asks in one round trip what an id stands for, before a request with it costs more. */
  public CompletableFuture<IdMeaning> meaningOf(SessionId id) {
    if (tools.files().find(id) != null) { // on this thread: those of the store wait for no disk
      return CompletableFuture.completedFuture(IdMeaning.PERHAPS_A_SESSION);
    }
    return store.load(id).thenApply(SessionEngine::meaningOf);
  }

  private static IdMeaning meaningOf(FoundRecord found) {
    if (found.state() instanceof State.Ended ended && ended.tombstone().isOfFormerId()) {
      return IdMeaning.FORMER;
    }
    return found.state() instanceof State.Absent || found.state() instanceof State.Ended
        ? IdMeaning.NOTHING
        : IdMeaning.PERHAPS_A_SESSION;
  }

  /** Returns whether a request may use the instance without asking, see {@link Affinity}. */
  public boolean isTrusted(SessionInstance here, boolean hasOwnRoute) {
    return affinity.trusts(here, hasOwnRoute);
  }

  /**
   * Asks the store for a session, in one round trip. The caller gets the result on its own thread:
   * that may decode, which runs code of the application.
   *
   * @param local the instance that is here; null if there is none
   * @param leased whether the caller has just got the lease: then no request that read the session
   *     before can write it any more
   */
  public CompletableFuture<Supplier<LoadedSession>> look(
      SessionId id, @Nullable SessionInstance local, boolean leased) {
    return look(
        id,
        local,
        null,
        leased
            ? store::loadFenced
            : asked -> local == null ? store.load(asked) : load(asked, local.instanceState()));
  }

  private CompletableFuture<FoundRecord> load(SessionId id, InstanceState here) {
    return store.load(id, here.known(), here.writer().isProbablyBehind());
  }

  /** The same for a request without the lease, while another has that and the instance. */
  public CompletableFuture<Supplier<LoadedSession>> lookBeside(
      SessionId id, @Nullable SessionInstance used) {
    return look(id, null, used, store::load);
  }

  /** Reads to be sent behind the question for the lease; null if they would be of no use. */
  public @Nullable ReadsBehindLease readsBehindLease(
      SessionId id, @Nullable SessionInstance local) {
    if (local == null || !local.sessionId().hasBaseOf(id)) {
      return null;
    }
    InstanceState here = local.instanceState();
    return store.readsBehindLease(id, here.known(), here.writer().isProbablyBehind());
  }

  /**
   * Asks the store like {@link #look(SessionId, SessionInstance, boolean)}, for a request that has
   * just got the lease at once, with these reads behind the question. Without an instance here they
   * do not count: the session may have been in a file when the nodes were asked.
   */
  public CompletableFuture<Supplier<LoadedSession>> look(
      SessionId id, @Nullable SessionInstance local, ReadsBehindLease reads) {
    return local == null
        ? look(id, null, true)
        : look(id, local, null, asked -> store.loadBehind(asked, reads));
  }

  private CompletableFuture<Supplier<LoadedSession>> look(
      SessionId id,
      @Nullable SessionInstance local,
      @Nullable SessionInstance used,
      Function<SessionId, CompletableFuture<FoundRecord>> load) {
    if (local != null && !local.sessionId().hasBaseOf(id)) {
      return CompletableFuture.completedFuture(() -> new LoadedSession.Local(null));
    }
    long moment = affinity.moment();
    SessionSnapshot inFile = local == null ? tools.files().find(id) : null;
    boolean hasEndedHere =
        inFile == null ? ending.isPending(id, local) : ending.isPending(id, inFile.times());
    return load.apply(id)
        .thenApply(
            found -> {
              if (hasEndedHere && !ending.isOfLater(found)) {
                return () -> LoadedSession.Nothing.AT_ALL;
              }
              SessionInstance here = local == null ? used : local;
              Tombstone known = knownEndOf(found, here);
              if (here != null && isOfLater(here, found)) {
                return () -> loader.later(found, local, here);
              }
              if (known != null) {
                return () -> LoadedSession.Nothing.AT_ALL;
              }
              repair.mendFound(found);
              return found.state() instanceof State.Absent && used != null && inFile == null
                  ? () -> loader.besideLost(used)
                  : () -> confirmed(open(found, local, inFile), found, local, moment);
            });
  }

  /** Notes that an instance shows what the nodes had, or that they did not answer. */
  private static LoadedSession confirmed(
      LoadedSession opening, FoundRecord found, @Nullable SessionInstance local, long moment) {
    long answered = found.state() instanceof State.Unavailable ? Affinity.NEVER : moment;
    if (opening instanceof LoadedSession.Fresh fresh) {
      fresh.state().confirmed(answered);
    } else if (opening instanceof LoadedSession.Local && local != null) {
      local.instanceState().confirmed(answered);
    }
    return opening;
  }

  private LoadedSession open(
      FoundRecord found, @Nullable SessionInstance local, @Nullable SessionSnapshot inFile) {
    if (inFile == null || fallback.isUnreadable(inFile)) {
      return loader.of(found, local);
    }
    LoadedSession opening = loader.ofKept(found, inFile);
    fallback.opened(inFile, opening);
    return opening;
  }

  /**
   * Saves what an instance has, before it gives way to a record that it does not show: then the
   * nodes are to be asked again. What a request has changed in a sticky session may be answered and
   * not yet stored, and the record may be what a save of this instance writes; of other sessions it
   * is only what ignored requests have left.
   *
   * @return null if there is nothing to save
   */
  public @Nullable CompletableFuture<SaveOutcome> saveBeforeGivingWay(SessionInstance local) {
    boolean isAhead =
        affinity.isSticky() ? InstanceChanges.isAhead(local) : InstanceChanges.isLeftBehind(local);
    return isAhead ? save(local) : null;
  }

  /**
   * What a request gets of a session that is here, if {@link #look} did not complete in time. On
   * the caller's own thread: it may decode.
   */
  public LoadedSession unanswered(SessionInstance local) {
    local.instanceState().unanswered();
    return loader.unanswered(local);
  }

  /** An instance of its own of what is known here of a session in use; null if nothing is. */
  public LoadedSession.@Nullable Fresh beside(SessionInstance used) {
    return loader.beside(used);
  }

  /** Returns whether the nodes have a session that has ended, and this one is a later one. */
  private boolean isOfLater(SessionInstance here, FoundRecord found) {
    return found.state() instanceof State.Present former
        && former.to(here.times()) == SessionOrder.EARLIER
        && hasEnded(found.id(), former.snapshot().times())
        && here.isLive()
        && !here.instanceState().hasEnded();
  }

  private boolean hasEnded(SessionId id, SessionTimes times) {
    return tombstones.endedIds().knows(id, times.creationTime())
        || tombstones.of(id, times.creationTime()) != null;
  }

  /** The tombstone that ended the found session, or the one here, if it is known; else null. */
  private @Nullable Tombstone knownEndOf(FoundRecord found, @Nullable SessionInstance local) {
    SessionTimes times = local == null ? null : local.lastingTimes();
    if (found.state() instanceof State.Ended ended) {
      boolean isOfLocal = times != null && ended.ends(times);
      tombstones.found(found, ended.tombstone(), isOfLocal ? times : null);
      return null; // the tombstone may be of an earlier session: the load decides
    }
    SessionTimes known =
        found.state() instanceof State.Present present ? present.snapshot().times() : times;
    Tombstone remembered = known == null ? null : tombstones.of(found.id(), known.creationTime());
    if (remembered == null) {
      return null;
    }
    if (local != null && InstanceState.isOfFormerId(remembered, local.times())) {
      // other requests may be at work in it
      local.instanceState().refuse(SaveOutcome.RENAMED);
    }
    var unused = tombstones.restore(found.id());
    return remembered;
  }

  /** A request begins to use a session that has not expired. Waits for no answer. */
  public void requestBegan(SessionInstance session) {
    accesses.requestBegan(session);
  }

  // ---- before the response leaves ----

  /** Saves what has changed, or waits for the save that does, see {@link InstanceSaver#save}. */
  public CompletableFuture<SaveOutcome> save(SessionInstance session) {
    return saver.save(session);
  }

  /** This Tomcat stops: saves what has changed, or when the session was used last. */
  public CompletableFuture<SaveOutcome> saveAtStop(SessionInstance session) {
    return save(session)
        .thenApply(
            outcome -> {
              accesses.noteUse(session);
              return outcome;
            });
  }

  /** Saves what ignored requests have left in an instance that gave way to another one. */
  public void saveLeft(SessionInstance session) {
    if (InstanceChanges.isLeftBehind(session)) {
      var unused =
          saver.saveBehind(session).thenApply(done -> saver.repairedIfFailed(session, done));
    }
  }

  /** Notes the time, extends the record, replaces older copies; waits for no answer. */
  public void requestEnded(SessionInstance session) {
    accesses.requestEnded(session);
    repair.renewOlder(session);
    InstanceState state = session.instanceState();
    if (state.hasAllCopies() && state.saves().last().isDone()) { // else that save does
      saver.forget(session);
    }
  }

  // ---- while no request uses it ----

  /**
   * Gives up those objects of an instance that equal their bytes in the record, while no request
   * uses the instance: the next request that asks for one decodes it. Once between two requests.
   *
   * @param isKept which objects stay, since they listen to such events
   */
  public void giveUpObjects(SessionInstance session, Predicate<Object> isKept) {
    InstanceUse use = session.instanceState().use();
    InstanceAttributes attributes = session.instanceAttributes();
    long period = use.unused();
    if (period < 0
        || attributes.mayHaveChanged() // until a save has compared them
        || !session.isLive()
        || session.instanceState().hasEnded()) {
      return;
    }
    try {
      List<InstanceAttributes.Spare> spares = attributes.spare(session.sessionId(), isKept);
      if (use.whileUnused(period, () -> attributes.giveUp(spares)) && !spares.isEmpty()) {
        tools.metrics().increment(Metric.IDLE_GIVEN_UP);
      }
    } catch (RuntimeException | Error e) { // other sessions go on
      LOG.log(
          System.Logger.Level.DEBUG, "Session " + session.sessionId() + " keeps its objects", e);
    }
  }

  /**
   * Gives up the bytes of an instance as well, if it has given up its objects and its nodes have
   * the record; the next request reads that.
   *
   * @return whether it has; completes normally
   */
  public CompletableFuture<Boolean> offload(SessionInstance session) {
    if (!session.instanceAttributes().mayGoAway()) {
      return CompletableFuture.completedFuture(false);
    }
    return store
        .load(session.sessionId())
        .thenApply(
            found -> {
              InstanceState state = session.instanceState();
              boolean isAway =
                  state.isStoredAsShown()
                      && state.shows(found.version())
                      && state.hasAllCopies()
                      && !store.isMissingOnTarget(found)
                      && state.use().ifUnused(() -> goAway(session));
              if (isAway) { // its end is found some time after its time is up
                var unused =
                    store.touch(session.sessionId(), tools.lifetime().of(session.lastingTimes()));
              }
              return isAway;
            });
  }

  private boolean goAway(SessionInstance session) {
    return session
        .instanceAttributes()
        .goAway(() -> SessionOpener.bringBack(session, store.load(session.sessionId()).join()));
  }

  // ---- the end ----

  /** Ends a session; completes with whether this call did it, once among all Tomcats. */
  public CompletableFuture<Boolean> end(SessionInstance session) {
    return ending.end(session);
  }

  /** Ends it unless others have used it; completes with whether this call did, of all Tomcats. */
  public CompletableFuture<Boolean> expire(SessionInstance session) {
    return ending.expire(session);
  }

  /** Returns whether it is time to {@link #expire} such a session once more. */
  public boolean isEndDue(SessionInstance session) {
    return ending.isDue(session);
  }

  /** Judges a session that is perhaps in no Tomcat any more; null if no node tells. */
  public CompletableFuture<@Nullable Orphan<LoadedSession.Fresh>> abandoned(SessionId id) {
    return store.load(id).thenApply(loader::abandoned);
  }

  // ---- nodes come and go ----

  /** Brings the copies of a session up to date, from here if none is left; tries it again. */
  public CompletableFuture<Void> repair(SessionInstance session) {
    return repair.repair(session);
  }

  /** Brings a session to its nodes after the list of nodes has changed. */
  CompletableFuture<Void> move(SessionInstance session) {
    return repair.move(session);
  }

  /** A node answers again: writes the tombstones of sessions that ended meanwhile. */
  public void nodeReturned() {
    ending.nodeReturned();
  }

  /** The sessions that have ended, as far as this Tomcat knows. */
  public List<SessionId> ended() {
    return tombstones.all();
  }

  /** Those of them whose tombstone nodes lack which do not count as lost. */
  Collection<SessionId> unfinishedEnds() {
    Set<SessionId> unfinished = new LinkedHashSet<>(ending.pending());
    unfinished.addAll(tombstones.lacking());
    return unfinished;
  }

  /** Brings the tombstone of a session that ended to the nodes that should hold it. */
  public CompletableFuture<Void> repairEnd(SessionId id) {
    ending.repeat(id);
    return tombstones.restore(id);
  }

  // ---- what the store could not take ----

  /** The snapshot of an instance for its file; null if the store has all of it. */
  public @Nullable SessionSnapshot unsaved(SessionInstance session) {
    return saver.unsaved(session);
  }

  /** Stores a session from a file, merged with what the store has of it by now. */
  public CompletableFuture<Fate> putBack(SessionSnapshot inFile) {
    return fallback.putBack(inFile, this::save);
  }

  // ---- another id ----

  /** Saves a session under another id, and ends it under the former one, see {@link IdChange}. */
  public CompletableFuture<SaveOutcome> renamed(SessionInstance session, SessionId former) {
    if (former.base().equals(session.sessionId().base())) {
      return CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
    }
    tools.files().ended(former);
    return idChange.perform(session, former);
  }
}
