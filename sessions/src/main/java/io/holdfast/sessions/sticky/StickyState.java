package io.holdfast.sessions.sticky;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.RecordRank;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.model.ApartAttempts;
import io.holdfast.sessions.model.RequestCounter;
import io.holdfast.sessions.model.StoredState;
import io.holdfast.sessions.repository.NodeReplies;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Tells what of a session may differ from its record.
 *
 * <p><b>Which attributes.</b> An attribute that was set, removed, or handed out though it can be
 * changed in place, may have changed; {@link #attributesTouched} notes it. The note is cleared when
 * a backup begins, unless a request is still running that may have got an attribute before and will
 * change it after: of {@link #accessStarted started} requests those that are {@link
 * #requestFinishing finishing} cannot, all others can.
 *
 * <p><b>Locks.</b> {@link #lock} is held while a backup, a touch or a deletion of this session
 * runs; it orders them when the id changes and with it the key that the executor orders by. The
 * thread that brings the reply releases it, which need not be the one that took it. The monitor of
 * this object guards the counters and is never held while anything else is called.
 */
public final class StickyState {

  private final Semaphore lock = new Semaphore(1);
  private final ApartAttempts apartAttempts = new ApartAttempts();
  private final UseTimes uses = new UseTimes();
  private final SessionEnd end = new SessionEnd();
  private volatile boolean touched;
  private volatile @Nullable Thread encoder;
  private volatile StoredState stored = StoredState.NEVER;
  private StoredState sent = StoredState.NEVER;
  private volatile @Nullable Uncertainty uncertainty;
  private @Nullable NodeReplies loaded;

  private final RequestCounter requests = new RequestCounter();

  /** Written under this object's lock; each request reads it at its end. */
  private volatile int usesOutside;

  private volatile boolean wasUsedOutside;
  private boolean retryPending;
  private boolean adopted;
  private volatile boolean elsewhere;
  private volatile boolean mayBeBehind;
  private boolean tooLarge;
  private long lastVersion;

  /** Creates the state of a session that was never stored. */
  public StickyState() {}

  /** Notes that an attribute was set, removed, or handed out though it can change in place. */
  public void attributesTouched() {
    if (!touched) {
      touched = true;
    }
  }

  /** A backup encodes the session on this thread, where the application's code runs; null: none. */
  void encodesOn(@Nullable Thread thread) {
    encoder = thread;
  }

  /** Whether a backup that encodes the session is what calls. */
  boolean isEncodedHere() {
    return encoder == Thread.currentThread();
  }

  /** The failed attempts to write the attributes as graphs of their own. */
  ApartAttempts apartAttempts() {
    return apartAttempts;
  }

  /** When it was used here. */
  UseTimes uses() {
    return uses;
  }

  /** Whether it has ended, and how. */
  SessionEnd end() {
    return end;
  }

  /** A request began to use the session. */
  public synchronized void accessStarted(long now) {
    elsewhere = false; // a request proves that the session is here
    uses.arrived(now);
    requests.started();
  }

  /** The application is done with a request; its {@link #accessEnded} follows. */
  public synchronized void requestFinishing() {
    requests.finishing();
  }

  /**
   * A request has ended.
   *
   * @return whether {@link #requestFinishing} was called for it; if not, the backup check has not
   *     run
   */
  public synchronized boolean accessEnded() {
    return requests.ended();
  }

  /**
   * Code outside of requests announces its use of the session. That the session is this Tomcat's is
   * not proved by it, but objects that it gets may change until its {@link #useOutsideEnded end}.
   */
  public synchronized void useOutsideStarted() {
    usesOutside++;
    wasUsedOutside = true;
  }

  /** Code outside of requests has ended its use. */
  public synchronized void useOutsideEnded() {
    usesOutside--;
  }

  /** Whether code outside of requests uses the session, and has said so. */
  public boolean isUsedOutside() {
    return usesOutside > 0;
  }

  /**
   * The version of the next record. A version is used once, because a node may carry out a write
   * that failed for want of an answer.
   */
  synchronized long nextVersion() {
    lastVersion = lastVersion() + 1;
    return lastVersion;
  }

  /**
   * The version of a record with this content: the latest record's if that has the same. Such a
   * copy must not look newer than what another Tomcat has made of the latest record since.
   */
  synchronized long versionOf(StoredState.Header header, Fingerprint attributes) {
    if (stored.version() == lastVersion() && stored.says(header, attributes)) {
      return stored.version();
    }
    if (sent.version() != lastVersion() || !sent.says(header, attributes)) {
      long version = nextVersion();
      sent = new StoredState(VersionHistory.counted(version), header, attributes, List.of(), 0);
    }
    return sent.version();
  }

  /** The version of the latest record that was sent or is known. */
  synchronized long lastVersion() {
    return Math.max(lastVersion, stored.version());
  }

  /** Makes the next record newer than one that is to be replaced. */
  synchronized void outdo(long version) {
    lastVersion = Math.max(lastVersion, version);
  }

  /**
   * When the session was last used here, to the end of the request, in milliseconds. A use outside
   * of requests is none: the client may have gone on at another Tomcat before it.
   */
  public long lastUseOf(LiveSession session) {
    long last =
        wasUsedOutside // Tomcat counts that as an access
            ? Math.max(uses.last(), session.times().creationTime())
            : session.times().thisAccessedTime();
    return Math.max(uses.lastRequestEnd(), last);
  }

  /** Notes that a failed backup will be repeated; false if that is noted already. */
  synchronized boolean beginRetry() {
    boolean begins = !retryPending;
    retryPending = true;
    return begins;
  }

  synchronized void endRetry() {
    retryPending = false;
  }

  /** Notes what all nodes held when the session was looked for; its first save replaces that. */
  synchronized void loaded(NodeReplies replies) {
    loaded = replies;
  }

  /** What the next save may replace; null if that is anything. */
  synchronized @Nullable NodeReplies takeLoaded() {
    NodeReplies was = loaded;
    loaded = null;
    return was;
  }

  static StickyState of(StoredState stored) {
    StickyState state = new StickyState();
    state.stored = stored;
    state.uses.noted(stored.refreshedAt());
    return state;
  }

  /** The state of a session that was read while some nodes did not answer. */
  static StickyState of(StoredState stored, Uncertainty uncertainty) {
    StickyState state = of(stored);
    state.uncertainty = uncertainty;
    return state;
  }

  /**
   * Notes that a session was made from the record: its principal is the one in the record from now
   * on. To be called before the session is changed in any way.
   *
   * @param session made from the record
   * @param recordId the id in the record; the session gets its own after this
   */
  public synchronized void adoptedBy(LiveSession session, SessionId recordId) {
    adopted = true;
    StoredState known = stored;
    StoredState.Header header = StoredState.Header.of(session, recordId);
    stored =
        new StoredState(
            known.lineage(), header, known.attributes(), known.nodeIds(), known.refreshedAt());
    Uncertainty beginning = uncertainty;
    if (beginning != null) {
      uncertainty = beginning.of(header);
    }
  }

  /** The session got its id here after {@link #adoptedBy}, and notes that name the id followed. */
  public synchronized void moved(LiveSession session) {
    Uncertainty known = uncertainty;
    if (known != null) {
      uncertainty = known.withNotes(StoredState.Identity.of(session.storableNotes()));
    }
  }

  /** Whether the session was made from a record, so that another Tomcat may have a copy of it. */
  public synchronized boolean isAdopted() {
    return adopted;
  }

  /** A request for it carried another Tomcat's route: that Tomcat may have a copy. */
  synchronized void cameFromElsewhere() {
    adopted = true;
  }

  /** Notes whether another Tomcat has served and stored the session since, by the last look. */
  void elsewhere(boolean isThere) {
    elsewhere = isThere;
  }

  /** Whether the last look found it so, and no request has used the session here since. */
  boolean isElsewhere() {
    return elsewhere;
  }

  /** Another application's session with the same id was elsewhere; so may this one have been. */
  public void anotherCameBack() {
    mayBeBehind = true;
  }

  /** Whether the nodes have to be asked before a request uses the session. */
  public boolean mayBeBehind() {
    return mayBeBehind;
  }

  /** The nodes were asked for the session. */
  void asked() {
    mayBeBehind = false;
  }

  /** The version of the latest record that this Tomcat wrote or read; 0 if there is none. */
  public long version() {
    return stored.version();
  }

  /** Whether a request is at work on the session. */
  public synchronized boolean isInUse() {
    return requests.isInUse();
  }

  /**
   * Whether every request has run its backup check or is {@link #requestFinishing finishing}: code
   * that changes the session now must ask for a backup itself.
   */
  public synchronized boolean noRequestAtWork() {
    return !requests.isAtWork();
  }

  /** Whether another Tomcat has the session, or had it when it ended, as far as is known here. */
  public boolean isKnownElsewhere() {
    return end.isElsewhere() || elsewhere;
  }

  // ---- uncertainty ----

  /** Why a newer record may exist; null if all nodes have answered. */
  @Nullable Uncertainty uncertainty() {
    return uncertainty;
  }

  /** Whether a newer record may lie on nodes that have not answered. */
  public boolean isUncertain() {
    return uncertainty != null;
  }

  /** Whether one of these nodes may hold a newer record. */
  boolean isUncertainAbout(Set<String> nodeIds) {
    Uncertainty known = uncertainty;
    return known != null && !Collections.disjoint(known.unreachable(), nodeIds);
  }

  /**
   * The session goes on in its local state, although these nodes did not answer.
   *
   * @param attributes fingerprints of the attributes that other Tomcats may know; if empty, all
   *     attributes count as changed here
   */
  synchronized void becomeUncertain(Set<String> unreachable, Map<String, Fingerprint> attributes) {
    Uncertainty known = uncertainty;
    uncertainty =
        new Uncertainty(
            known == null ? rank(0).certain() : known.basis(),
            unreachable,
            stored.header(),
            attributes,
            known == null ? null : known.newer());
  }

  /**
   * The same, where the local changes are unknown: all attributes count as changed here. A session
   * that is uncertain already stays as it is: its state at the beginning is known.
   */
  synchronized void becomeUncertainUnlessAlready(Set<String> unreachable) {
    if (uncertainty == null) {
      becomeUncertain(unreachable, Map.of());
    }
  }

  /**
   * The session stays uncertain while these nodes do not answer. With none it is certain: all nodes
   * have answered at one time, and hold nothing newer.
   */
  synchronized void stillUnreachable(Set<String> nodeIds) {
    Uncertainty known = uncertainty;
    if (known != null) {
      uncertainty = known.about(nodeIds);
    }
  }

  /** Changes that were made in another uncertainty were merged in, and are local ones here too. */
  synchronized void merged(LocalChanges own, Uncertainty before) {
    Uncertainty known = uncertainty;
    if (known != null) {
      uncertainty = known.with(own, before);
    }
  }

  /** A newer record was found: the session here is outdated. */
  synchronized void outdatedBy(SessionSnapshot record) {
    Uncertainty known = uncertainty;
    if (known != null) {
      uncertainty = known.outdatedBy(RecordRank.of(record));
    }
  }

  /**
   * Whether the session is certain by now, and its record says that it is not: one that another
   * Tomcat has written while uncertain could count as newer. The next request that uses the session
   * here confirms it.
   */
  synchronized boolean isToBeConfirmed() {
    return uncertainty == null && rank(0).doubtful() > 0;
  }

  /**
   * The version history of a record: an uncertain one gives way to a certain one.
   *
   * @param isOurs whether a request has proved that the session is this Tomcat's
   */
  synchronized VersionHistory lineage(long version, boolean isOurs) {
    if (version == stored.version() && !(isOurs && isToBeConfirmed())) {
      return stored.lineage();
    }
    Uncertainty known = uncertainty;
    return known == null
        ? VersionHistory.counted(version)
        : VersionHistory.inDoubt(version, known.basis());
  }

  /**
   * The rank of the latest record that this Tomcat wrote or read.
   *
   * @param creationTime of the session
   */
  RecordRank rank(long creationTime) {
    return RecordRank.of(creationTime, stored.lineage());
  }

  /**
   * Whether no other Tomcat has stored the session since this one did: the record is the one that
   * this Tomcat wrote or read last, or an older one, or one that it has just sent. Two records with
   * one version are different if different Tomcats wrote them; the route in the id tells. A record
   * of a session that was created earlier under the same id is older, one of a later session newer.
   *
   * @param ownId the session's id here
   * @param creationTime of the session here
   */
  synchronized boolean knows(SessionSnapshot record, SessionId ownId, long creationTime) {
    RecordRank other = RecordRank.of(record);
    if (other.creationTime() != creationTime) {
      return other.creationTime() < creationTime;
    }
    Uncertainty known = uncertainty;
    if (known != null && known.outdates(other)) {
      return false;
    }
    StoredState.Header header = stored.header();
    int difference = rank(creationTime).compareTo(other);
    return difference > 0
        || (difference == 0 && (header == null || header.id().equals(record.id())))
        || (record.version() <= lastVersion && record.id().equals(ownId));
  }

  /** The nodes that hold the latest record, as far as is known. */
  public List<String> nodeIds() {
    return stored.nodeIds();
  }

  Semaphore lock() {
    return lock;
  }

  StoredState stored() {
    return stored;
  }

  boolean isTouched() {
    return touched;
  }

  /**
   * Begins a backup: clears the note unless a request, or a use outside, may still be at work.
   * Atomic: a request that starts after it notes anew, and one that started before it counts as at
   * work.
   */
  synchronized boolean takeTouched() {
    boolean was = touched;
    if (noRequestAtWork() && usesOutside == 0) {
      touched = false;
    }
    return was;
  }

  synchronized void stored(
      VersionHistory lineage,
      StoredState.Header header,
      Fingerprint attributes,
      List<String> nodeIds,
      long now) {
    stored = new StoredState(lineage, header, attributes, nodeIds, now);
    if (sent.version() == stored.version()) {
      sent = StoredState.NEVER; // says the same: every session would keep both
    }
    tooLarge = false;
  }

  /** Notes that the session was not stored for its size; false if that is noted already. */
  synchronized boolean becameTooLarge() {
    boolean became = !tooLarge;
    tooLarge = true;
    return became;
  }

  /** Whether it was too large at the last try; it is worth another try once it changed. */
  synchronized boolean isTooLarge() {
    return tooLarge;
  }

  synchronized void refreshed(long now) {
    stored = stored.refreshed(now);
  }

  /** No node is known to hold the record any more. */
  synchronized void lost() {
    stored = stored.lost();
  }
}
