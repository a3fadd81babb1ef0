package io.holdfast.sessions.sticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.routing.NodeHealth;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.sessions.backup.BackupAction;
import io.holdfast.sessions.backup.BackupPolicy;
import io.holdfast.sessions.backup.BackupQuestion;
import io.holdfast.sessions.backup.RefreshRule;
import io.holdfast.sessions.model.StoredState;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a sticky session differs from its record: at once, from the notes of changes
 * ({@link #mayDiffer}), or exactly, by encoding it ({@link #compare}).
 */
public final class ChangeDetection {

  private static final System.Logger LOG = Loggers.of(ChangeDetection.class);

  private static final long NOTICEABLE_MILLIS = 1_000;

  private final StickyTools tools;

  ChangeDetection(StickyTools tools) {
    this.tools = tools;
  }

  // ---- from the notes of changes ----

  /** Whether a backup may have something to do; cheap, for the request's own thread. */
  boolean mayDiffer(LiveSession session) {
    StickyState state = session.backupState();
    boolean isBackupUnderWay = state.lock().availablePermits() == 0; // before its record is known
    StoredState stored = state.stored();
    if (!session.isLive() || state.end().isElsewhere()) {
      return false;
    }
    if (isBackupUnderWay) {
      return true; // what it writes may have been set back since
    }
    if (!stored.isStored()) {
      boolean worthTrying = !state.isTooLarge() || state.isTouched();
      return worthTrying && !hasNoNode(session);
    }
    return isNotedAsChanged(session)
        || RefreshRule.isDue(
            session.times().maxInactiveInterval(), tools.clock().millis() - stored.refreshedAt());
  }

  /**
   * When the session was last used here, as far as that concerns what another Tomcat has stored: a
   * use that changed nothing, and that no node knows of, takes nothing along that would be lost.
   */
  static long lastUseOfContent(LiveSession session) {
    StickyState state = session.backupState();
    boolean isUnchanged = state.lock().availablePermits() > 0 && !isNotedAsChanged(session);
    return isUnchanged ? state.uses().lastNotedUse() : state.lastUseOf(session);
  }

  /** Whether the record may differ from the session, its times aside. */
  private static boolean isNotedAsChanged(LiveSession session) {
    StickyState state = session.backupState();
    return state.isTouched() || !StoredState.Header.of(session).equals(state.stored().header());
  }

  /** Whether there is something to store, and no node that would take it. */
  boolean hasNowhereToGo(LiveSession session) {
    StickyState state = session.backupState();
    return session.isLive()
        && !state.end().isElsewhere()
        && !state.stored().isStored()
        && hasNoNode(session);
  }

  private boolean hasNoNode(LiveSession session) {
    return tools.repository().targets(session.sessionId()).isEmpty();
  }

  /** Whether the session was used noticeably later than its record says. */
  boolean areTimesBehind(LiveSession session) {
    StoredState stored = session.backupState().stored();
    return session.isLive()
        && stored.isStored()
        && session.times().thisAccessedTime() - stored.refreshedAt() > NOTICEABLE_MILLIS;
  }

  /** Whether the session's record is where it should be now; for repair after nodes changed. */
  boolean isWhereItShouldBe(LiveSession session) {
    return session
        .backupState()
        .nodeIds()
        .containsAll(tools.repository().targets(session.sessionId()));
  }

  /**
   * Whether no node that answers has the session in its present state. A session that moved to
   * another Tomcat does not count. What the request changes that uses it does not count, for it is
   * stored when the request ends; but a session that was stored, and is on no node any more, does:
   * a request may take hours.
   */
  public static boolean isNotStored(
      LiveSession session, NodeHealth health, boolean isAnyNodeThere) {
    StickyState state = session.backupState();
    if (!session.isLive() || state.end().isElsewhere() || state.isElsewhere()) {
      return false;
    }
    if (!isAnyNodeThere) {
      return true;
    }
    return state.isInUse()
        ? state.stored().version() > 0 && isOnNone(state, health)
        : isMissingOn(session, health);
  }

  /** Whether no node that answers has the session in its present state, by the notes of changes. */
  static boolean isMissingOn(LiveSession session, NodeHealth health) {
    return isOnNone(session.backupState(), health) || isNotedAsChanged(session);
  }

  private static boolean isOnNone(StickyState state, NodeHealth health) {
    return state.nodeIds().stream().noneMatch(health::isAvailable);
  }

  // ---- by encoding ----

  /**
   * All of a session that is compared with its record.
   *
   * @param isComplete false if attributes are left out that another thread changed all the time
   */
  record Content(
      StoredState.Header header,
      EncodedAttributes attributes,
      Fingerprint fingerprint,
      boolean isComplete) {}

  /**
   * What has to be done for the record to match the session.
   *
   * @param content what is to be written if that is {@link BackupAction#STORE}; null if the session
   *     was not encoded
   */
  record Comparison(BackupAction action, @Nullable Content content) {

    boolean isComplete() {
      return content == null || content.isComplete;
    }
  }

  /**
   * Compares a session with its record, and clears the note that it may have changed. The
   * application's code runs here, on the caller's thread.
   *
   * @param isOurs whether a request has proved that the session is this Tomcat's
   * @throws ConcurrentModificationException if the principal or the notes change at each attempt
   */
  Comparison compare(LiveSession session, boolean isOurs) {
    StickyState state = session.backupState();
    StoredState stored = state.stored();
    StoredState.Header header = StoredState.Header.of(session);
    boolean touched = state.takeTouched();
    boolean headerChanged = !header.equals(stored.header());
    boolean misplaced =
        !stored.isStored()
            || !isWhereItShouldBe(session)
            || state.isUncertain()
            || (isOurs && state.isToBeConfirmed());
    Content content = misplaced || touched || headerChanged ? contentOf(session, header) : null;
    if (content != null && !content.isComplete) {
      tools.metrics().increment(Metric.BACKUPS_FAILED);
      state.attributesTouched();
    }
    BackupAction action =
        BackupPolicy.decide(
            new BackupQuestion(
                misplaced,
                headerChanged,
                content != null && !content.fingerprint.equals(stored.attributes()),
                tools.clock().millis() - stored.refreshedAt(),
                header.maxInactiveInterval()));
    return new Comparison(action, content);
  }

  /** The session as a record would have it now. Changes no note. */
  Content contentOf(LiveSession session) {
    return contentOf(session, StoredState.Header.of(session));
  }

  private Content contentOf(LiveSession session, StoredState.Header header) {
    Set<String> restless = new HashSet<>();
    EncodedAttributes attributes =
        tools
            .codec()
            .encode(
                session.sessionId(),
                session.storableAttributes(),
                restless,
                session.backupState().apartAttempts());
    return new Content(header, attributes, Fingerprint.of(attributes), restless.isEmpty());
  }

  /**
   * Whether the record matches the session, or the session has ended. For a request that outlives
   * its application, after which nothing is stored. Changes no note.
   */
  public boolean isStoredAsItIs(LiveSession session) {
    StoredState stored = session.backupState().stored();
    if (!session.isLive()) {
      return true;
    }
    try {
      Content now = contentOf(session);
      return stored.isStored() && stored.says(now.header, now.fingerprint);
    } catch (RuntimeException | Error e) { // the application's loader may have stopped
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "Session %s cannot be compared any more".formatted(session.sessionId()),
          e);
      return false;
    }
  }
}
