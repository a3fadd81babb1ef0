package io.holdfast.sessions.sticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.RecordRank;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.model.OrphanedSession;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.model.StoredState;
import io.holdfast.sessions.repository.LoadResult;
import io.holdfast.sessions.repository.NodeReplies;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether this Tomcat or the store has the newest state of a session.
 *
 * <p>A session is served while the store is away. But while a node that may hold a newer record
 * does not answer, the session is in {@link Uncertainty}: no save replaces a record that it has not
 * loaded ({@link ConditionalSave}), and once the newer record is found, the session is made from
 * it, with the local changes merged in.
 */
public final class FailoverLoader {

  private static final System.Logger LOG = Loggers.of(FailoverLoader.class);
  private static final Duration LOAD_GRACE = Duration.ofMillis(100);

  private final StickyTools tools;
  private final SessionAge age;
  private final Duration loadTimeout;

  /**
   * Creates it.
   *
   * @param operationTimeout of each operation of the stores; a load has two in a row. This class
   *     waits longer than both: one unreachable node must not hide the reply of another
   */
  FailoverLoader(StickyTools tools, Duration operationTimeout) {
    this.tools = tools;
    this.age = new SessionAge(tools.clock());
    this.loadTimeout = operationTimeout.multipliedBy(2).plus(LOAD_GRACE);
  }

  FailoverResult takeOver(SessionId id, @Nullable LiveSession local) {
    try {
      return decide(id, local);
    } catch (ConcurrentModificationException e) {
      LOG.log(System.Logger.Level.DEBUG, "A session is changed while it is taken over", e);
      return new FailoverResult.NothingBetter(); // still uncertain, and asked again
    }
  }

  private FailoverResult decide(SessionId id, @Nullable LiveSession local) {
    LoadResult result = load(id, local);
    if (result instanceof LoadResult.Found found && (local == null || !knows(local, found))) {
      RestoredSession restored = usable(id, found, local);
      return restored == null ? new FailoverResult.Over() : new FailoverResult.Newer(restored);
    }
    boolean isAbsent = result instanceof LoadResult.Absent;
    if (local != null && local.backupState().end().isElsewhere()) {
      return new FailoverResult.Over();
    }
    if (local == null) {
      return isAbsent
          ? new FailoverResult.Over()
          : new FailoverResult.Unreachable(result.replies().unreachable());
    }
    if (isAbsent && hasMoved(id, local) && !local.backupState().isUncertain()) {
      return new FailoverResult.Over();
    }
    if (!id.equals(local.sessionId())) {
      local.backupState().cameFromElsewhere();
    }
    goOnWith(local, id, result.replies());
    return new FailoverResult.NothingBetter();
  }

  /**
   * Whether another Tomcat has served a session since. Then it has ended if its record is gone. One
   * that has stayed here may have no record, because its nodes refuse it or have evicted it.
   */
  private static boolean hasMoved(SessionId requested, LiveSession local) {
    StickyState state = local.backupState();
    return !requested.equals(local.sessionId()) || state.isKnownElsewhere() || state.mayBeBehind();
  }

  /** What the store says of a session that is not here, and perhaps in no Tomcat any more. */
  public CompletableFuture<OrphanedSession<RestoredSession>> abandoned(SessionId id) {
    return tools.repository().load(id).thenApply(result -> abandoned(id, result));
  }

  private OrphanedSession<RestoredSession> abandoned(SessionId id, LoadResult result) {
    if (result instanceof LoadResult.Absent) {
      return new OrphanedSession.Gone<>();
    }
    if (!(result instanceof LoadResult.Found found) || !found.replies().silent().isEmpty()) {
      return new OrphanedSession.Unknown<>();
    }
    SessionTimes times = found.snapshot().times();
    return age.judge(times, () -> readable(id, found, times));
  }

  private @Nullable RestoredSession readable(
      SessionId id, LoadResult.Found found, SessionTimes times) {
    try {
      return restore(found, times);
    } catch (TranscoderException e) {
      tools.repository().unreadable().undecodable(id, e);
      return null;
    }
  }

  private LoadResult load(SessionId id, @Nullable LiveSession local) {
    long since = local == null ? Long.MIN_VALUE : local.times().creationTime();
    LoadResult result = tools.storeWait(loadTimeout).await(tools.repository().load(id, since));
    return result == null
        ? new LoadResult.Unavailable(NodeReplies.nobody(tools.repository().nodeIds()))
        : result;
  }

  private static boolean knows(LiveSession local, LoadResult.Found found) {
    return local
        .backupState()
        .knows(found.snapshot(), local.sessionId(), local.times().creationTime());
  }

  private void goOnWith(LiveSession local, SessionId requested, NodeReplies replies) {
    StickyState state = local.backupState();
    boolean isFresh = !state.isUncertain() || !requested.equals(local.sessionId());
    if (isFresh && !replies.unreachable().isEmpty()) {
      state.becomeUncertain(
          replies.unreachable(), fingerprints(local.sessionId(), local.storableAttributes()));
    } else {
      state.stillUnreachable(replies.unreachable());
      if (replies.unreachable().isEmpty()) {
        state.loaded(replies);
      }
    }
  }

  /** Attributes that change all the time have no fingerprint: they count as changed here. */
  private Map<String, Fingerprint> fingerprints(SessionId id, Map<String, Object> attributes) {
    try {
      return tools.codec().fingerprints(id, attributes);
    } catch (ConcurrentModificationException e) {
      LOG.log(System.Logger.Level.DEBUG, "A session is changed while it is taken over", e);
      return Map.of();
    }
  }

  /**
   * Whether to load a session again that is here: another Tomcat is known to have stored or ended
   * it, or it is uncertain, and the nodes that may hold a newer record answer now.
   */
  public boolean canBeSettled(LiveSession session) {
    Uncertainty uncertainty = session.backupState().uncertainty();
    if (session.backupState().isKnownElsewhere()) {
      return true;
    }
    return uncertainty != null
        && (uncertainty.isOutdated()
            || tools.repository().isAnyAvailable(session.sessionId(), uncertainty.unreachable()));
  }

  private @Nullable RestoredSession usable(
      SessionId id, LoadResult.Found found, @Nullable LiveSession local) {
    if (age.isOver(found.snapshot().times())) {
      return null;
    }
    try {
      RestoredSession restored = restore(found, age.inUse(found.snapshot().times()));
      Uncertainty uncertainty = local == null ? null : local.backupState().uncertainty();
      return local == null || uncertainty == null || isOfLaterSession(found.snapshot(), local)
          ? restored
          : joined(restored, found.snapshot().times(), local, uncertainty);
    } catch (TranscoderException e) {
      tools.repository().unreadable().undecodable(id, e);
      return null;
    }
  }

  private RestoredSession restore(LoadResult.Found found, SessionTimes times) {
    SessionSnapshot snapshot = found.snapshot();
    Map<String, Object> attributes =
        tools.codec().decodeReadable(snapshot.id(), snapshot.attributes());
    return new RestoredSession(
        snapshot.id(),
        snapshot.version(),
        times,
        snapshot.authType(),
        tools.codec().decodePrincipal(snapshot.id(), snapshot.principal()),
        tools.codec().decodeNotes(snapshot.notes()),
        attributes,
        stateOf(found, attributes));
  }

  private StickyState stateOf(LoadResult.Found found, Map<String, Object> attributes) {
    SessionSnapshot snapshot = found.snapshot();
    StoredState stored =
        new StoredState(
            snapshot.lineage(),
            null,
            Fingerprint.of(snapshot.attributes()),
            found.nodeIds(),
            snapshot.times().thisAccessedTime());
    Set<String> unreachable = found.replies().unreachable();
    if (unreachable.isEmpty()) {
      StickyState state = StickyState.of(stored);
      state.loaded(found.replies());
      return state;
    }
    return StickyState.of(
        stored,
        new Uncertainty(
            RecordRank.of(snapshot).certain(),
            unreachable,
            null,
            fingerprints(snapshot.id(), attributes),
            null));
  }

  /** A newer record with the local changes merged in, if the session was used here last. */
  private RestoredSession joined(
      RestoredSession newer, SessionTimes stored, LiveSession local, Uncertainty uncertainty) {
    StickyState state = local.backupState();
    newer.backupState().outdo(state.lastVersion());
    LocalChanges own =
        LocalChanges.of(local, local.storableAttributes(), uncertainty, tools.codec());
    if (own.isEmpty()) {
      return newer;
    }
    long lastUse = state.lastUseOf(local);
    if (lastUse < stored.thisAccessedTime()) {
      tools.metrics().increment(Metric.SAVES_REFUSED);
      return newer;
    }
    tools.metrics().increment(Metric.DIVERGENCES);
    newer.backupState().lost(); // to be stored as it is now
    newer.backupState().merged(own, uncertainty);
    SessionTimes times = newer.times().withAccess(lastUse, lastUse);
    return new RestoredSession(
        newer.id(),
        newer.version(),
        own.isInterval() ? times.withInterval(local.times().maxInactiveInterval()) : times,
        own.isUser() ? local.authType() : newer.authType(),
        own.isUser() ? local.storablePrincipal() : newer.storedPrincipal(),
        own.areNotesFromHere(local.authType(), newer.authType())
            ? local.storableNotes()
            : newer.storedNotes(),
        own.over(newer.attributes()),
        newer.backupState());
  }

  /** Where a session is that this Tomcat has, as far as the nodes tell. */
  Whereabouts whereabouts(LiveSession session) {
    return look(session).where();
  }

  /**
   * The nodes' replies about a session that this Tomcat has.
   *
   * @param where the session is, as far as the nodes tell
   * @param replies the nodes that replied, and what they must still hold when the session is stored
   */
  record Found(Whereabouts where, NodeReplies replies) {}

  /**
   * Looks where a session is that this Tomcat has.
   *
   * <p>The version alone does not tell. A Tomcat that the session left keeps its copy for a while,
   * and may store it on nodes that are empty; the times show that this copy is older.
   */
  Found look(LiveSession session) {
    LoadResult result = load(session.sessionId(), session);
    return new Found(whereabouts(session, result), result.replies());
  }

  /** The same for a thread that does not wait. */
  CompletableFuture<Found> lookLater(LiveSession session) {
    return tools
        .repository()
        .load(session.sessionId(), session.times().creationTime())
        .thenApply(result -> new Found(whereabouts(session, result), result.replies()));
  }

  private static Whereabouts whereabouts(LiveSession session, LoadResult result) {
    StickyState state = session.backupState();
    if (mayOverwrite(state, result.replies())) {
      state.becomeUncertainUnlessAlready(result.replies().unreachable());
    }
    if (!(result instanceof LoadResult.Found found)) {
      return result instanceof LoadResult.Absent && state.version() > 0
          ? Whereabouts.NOWHERE
          : Whereabouts.HERE;
    }
    SessionSnapshot latest = found.snapshot();
    if (isOfLaterSession(latest, session)) {
      state.end().replaced();
      return Whereabouts.ELSEWHERE;
    }
    boolean isNewer =
        RecordRank.of(latest).compareTo(state.rank(session.times().creationTime())) > 0;
    boolean wasUsedLater =
        latest.times().thisAccessedTime() > ChangeDetection.lastUseOfContent(session);
    if (isNewer && !wasUsedLater) {
      state.outdo(latest.version());
    }
    return isNewer && wasUsedLater ? Whereabouts.ELSEWHERE : Whereabouts.HERE;
  }

  /** Whether a record is of a session that got the id after a session here had ended. */
  static boolean isOfLaterSession(SessionSnapshot record, LiveSession local) {
    return record.times().creationTime() > local.times().creationTime();
  }

  /** Where a session is. */
  enum Whereabouts {
    /** Here: its record is this Tomcat's, or no node can tell. */
    HERE,
    /** Another Tomcat has served and stored it since, or another session that has its id now. */
    ELSEWHERE,
    /** Its record is gone. */
    NOWHERE
  }

  /** An unreachable node may still carry out a write; a lost one may hold any record. */
  private static boolean mayOverwrite(StickyState state, NodeReplies replies) {
    return !replies.silent().isEmpty() || (state.isTouched() && !replies.lost().isEmpty());
  }
}
