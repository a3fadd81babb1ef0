package io.holdfast.core.flow;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells what of a session may differ from its record.
 *
 * <p><b>Which attributes.</b> An attribute that was set, removed, or handed out though it can be
 * changed in place, may have changed; {@link #attributesTouched} notes it. The note is taken back
 * when a backup begins, unless a request is still running that may have got an attribute before and
 * will change it after: of {@link #accessStarted started} requests those that are {@link
 * #requestFinishing finishing} cannot, all others can.
 *
 * <p><b>Locks.</b> {@link #lock} is held while a backup, a touch or a deletion of this session
 * runs; it orders them when the id changes and with it the key that the executor orders by. The
 * counters have the monitor of this object, which is never held while anything else is called.
 */
public final class BackupState {

  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean touched;
  private volatile long lastRequestEnd;
  private volatile StoredState stored = StoredState.NEVER;
  private volatile boolean removed;

  private int active;
  private int finishing;
  private boolean retryPending;
  private boolean tooLarge;
  private long lastVersion;

  /** Creates the state of a session that was never stored. */
  public BackupState() {}

  /** Notes that an attribute was set, removed, or handed out though it can change in place. */
  public void attributesTouched() {
    if (!touched) {
      touched = true;
    }
  }

  /** A request began to use the session. */
  public synchronized void accessStarted() {
    active++;
  }

  /** A request is over as far as the application is concerned; its {@link #accessEnded} follows. */
  public synchronized void requestFinishing() {
    finishing = Math.min(finishing + 1, active);
  }

  /**
   * A request has ended.
   *
   * @return whether {@link #requestFinishing} was called for it; if not, nobody has asked yet
   *     whether the session must be backed up
   */
  public synchronized boolean accessEnded() {
    if (active > 0) {
      active--;
    }
    if (finishing > 0) {
      finishing--;
      return true;
    }
    return false;
  }

  /**
   * The version of the next record. A version is used once, because a node may carry out a write
   * that failed for want of an answer.
   */
  synchronized long nextVersion() {
    lastVersion = Math.max(lastVersion, stored.version()) + 1;
    return lastVersion;
  }

  /** Makes the next record newer than one that is to be replaced. */
  synchronized void outdo(long version) {
    lastVersion = Math.max(lastVersion, version);
  }

  /** When the session was last used here, to the end of the request. */
  long lastUseOf(LiveSession session) {
    return Math.max(lastRequestEnd, session.times().thisAccessedTime());
  }

  /** Notes that the session has ended for good, and its record with it. */
  void removed() {
    removed = true;
  }

  /** Whether the session has ended for good; false for one that goes on in another Tomcat. */
  boolean isRemoved() {
    return removed;
  }

  /** A failed backup is to be repeated; false if that is arranged already. */
  synchronized boolean beginRetry() {
    boolean begins = !retryPending;
    retryPending = true;
    return begins;
  }

  synchronized void endRetry() {
    retryPending = false;
  }

  static BackupState of(StoredState stored) {
    BackupState state = new BackupState();
    state.stored = stored;
    return state;
  }

  /**
   * Notes that a session was made from the record: its principal is the one in the record from now
   * on. To be called before the session is changed in any way.
   *
   * @param session made from the record
   * @param recordId the id in the record; the session gets its own after this
   */
  public void adoptedBy(LiveSession session, SessionId recordId) {
    StoredState known = stored;
    stored =
        new StoredState(
            known.version(),
            StoredState.Header.of(session, recordId),
            known.attributes(),
            known.nodeIds(),
            known.refreshedAt());
  }

  /** The version of the latest record that this Tomcat wrote or read; 0 if there is none. */
  public long version() {
    return stored.version();
  }

  /**
   * Whether nobody else has stored the session since this Tomcat did: the record is the one that it
   * wrote or read last, or an older one, or one that it has just sent and not yet heard of. Of two
   * records with one version, those are different that different Tomcats wrote, which the id tells.
   *
   * @param ownId the session's id here
   */
  synchronized boolean knows(SessionSnapshot record, SessionId ownId) {
    StoredState known = stored;
    StoredState.Header header = known.header();
    return known.version() > record.version()
        || (known.version() == record.version()
            && (header == null || header.id().equals(record.id())))
        || (record.version() <= lastVersion && record.id().equals(ownId));
  }

  /** The nodes that hold the latest record, as far as is known. */
  public List<String> nodeIds() {
    return stored.nodeIds();
  }

  ReentrantLock lock() {
    return lock;
  }

  StoredState stored() {
    return stored;
  }

  boolean isTouched() {
    return touched;
  }

  long lastRequestEnd() {
    return lastRequestEnd;
  }

  void requestEnded(long now) {
    lastRequestEnd = now;
  }

  /**
   * Begins a backup: takes the note back where nobody can still be at work. One step: a request
   * that starts after it notes anew, and one that started before it is seen.
   */
  synchronized boolean takeTouched() {
    boolean was = touched;
    if (active <= finishing) {
      touched = false;
    }
    return was;
  }

  synchronized void stored(
      long version,
      StoredState.Header header,
      Fingerprint attributes,
      List<String> nodeIds,
      long now) {
    stored = new StoredState(version, header, attributes, nodeIds, now);
    tooLarge = false;
  }

  /** The session was not stored for its size; false if that is known since it was stored last. */
  synchronized boolean becameTooLarge() {
    boolean became = !tooLarge;
    tooLarge = true;
    return became;
  }

  /** Whether it was too large when it was last tried: it is worth another try once it changed. */
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
