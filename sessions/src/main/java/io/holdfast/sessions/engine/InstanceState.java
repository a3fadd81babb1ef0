package io.holdfast.sessions.engine;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.SessionInstance.Header;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.SessionOrder;
import io.holdfast.sessions.store.WrittenCopies;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one Tomcat's instance of a session knows of the record: what its next write replaces, and
 * how much of the record it shows.
 *
 * <pre>
 *   new ──saved──► stored ──saved with others' changes──► stored and shown in part:
 *    │             │    ▲                                 the next request gets another
 *    │             ▼    │ saved                           instance, made of the record
 *    └──────────► unsaved
 *                 no node takes it, or all nodes that had it are lost
 *
 *   each of them ── the session ends, or a save is refused for good ──► ended
 * </pre>
 *
 * <p>The monitor of this object guards the fields. While it is held, only {@link InstanceUse},
 * {@link Affinity} and the writer are called; none of them waits for another thread.
 */
public final class InstanceState {

  /** No record has this version: the instance shows none. */
  private static final long NONE = -1;

  /** {@link #recordBytes} of an instance that was never stored. */
  public static final int UNKNOWN_SIZE = -1;

  private final SessionWriter writer;
  private final InstanceUse use = new InstanceUse();
  private final InstanceSaves saves = new InstanceSaves();
  private final NotedTimes times = new NotedTimes();

  // ---- what its next write replaces ----

  /** What was found last; null if what was {@link #written} since says all that it said. */
  private @Nullable FoundRecord basis;

  private boolean basisIsCurrent;

  /** The copies of {@link #base} that the last write has made; null if the next one has to ask. */
  private @Nullable WrittenCopies written;

  // ---- what it shows ----

  /** The record that the instance is made of, as read or written last; null if there is none. */
  private @Nullable SessionSnapshot base;

  /** See {@link #recordBytes}; it stays known when the bytes are given up. */
  private int recordBytes = UNKNOWN_SIZE;

  /** True if the instance shows all of that; false if the record has changes of others. */
  private boolean showsBase;

  /** What the instance shows of the versions of attributes; null if it shows all of the record. */
  private @Nullable ShownVersions shownBefore;

  private @Nullable Header header;

  /** The same, and behind a change of the id that of the record under the former one. */
  private @Nullable Header lastHeader;

  /** What the save on its way stores outside the attributes; null if none is on its way. */
  private volatile @Nullable Header onItsWay;

  private Bytes principal = Bytes.EMPTY;
  private Bytes notes = Bytes.EMPTY;

  // ---- whether the nodes say the same ----

  /** When the nodes were asked for it, as {@link Affinity#moment} says. */
  private long confirmedAt = Affinity.NEVER;

  /** True if the instance is in use although no node confirmed that it is the newest. */
  private boolean unreachable;

  // ---- what they lack of its record ----

  private boolean unsaved;

  /** True if the client has come from another Tomcat, and the record does not show it yet. */
  private boolean movedHere;

  private boolean tooLarge;

  /** True if all nodes were lost since a node was known to have the record. */
  private boolean lostEverywhere;

  // ---- what they lack of its copies ----

  private boolean repairPending;
  private boolean copiesGivenUp;

  /** The version that older copies were replaced by last, or are being; 0 if none was. */
  private long renewedTo;

  // ---- whether it is of no session any more, and what its requests have to be told of that ----

  private boolean ended;

  /** When its time was up and no node had the record, though it was to stay longer; 0 if not so. */
  private long missedSince;

  private @Nullable SaveOutcome refusal;
  private boolean wishRefused;

  private InstanceState(FoundRecord basis, @Nullable SessionSnapshot base, SessionWriter writer) {
    this.writer = writer;
    this.basis = basis;
    this.basisIsCurrent = true;
    this.base = base;
    this.recordBytes = base == null ? UNKNOWN_SIZE : sizeOf(base);
    this.showsBase = true;
  }

  /** The state of a new session. */
  public static InstanceState ofNew(SessionId id) {
    return new InstanceState(FoundRecord.unknown(id), null, new SessionWriter(null));
  }

  /** The state of an instance made of what was found, or of something newer known here. */
  static InstanceState of(FoundRecord record, SessionSnapshot snapshot, SessionWriter writer) {
    InstanceState state = new InstanceState(record, snapshot, writer);
    state.principal = snapshot.principal();
    state.notes = snapshot.notes();
    state.times.refreshed(snapshot.times().thisAccessedTime());
    state.times.accessNoted(snapshot.times().thisAccessedTime());
    return state;
  }

  /** An instance was just made of its record, and has its principal and notes. */
  public synchronized void adoptedBy(SessionInstance session) {
    header = Header.of(session, session.sessionId());
    lastHeader = header;
  }

  /** The requests that use the instance. */
  public InstanceUse use() {
    return use;
  }

  /** Writes for this instance, and for all others of its session that are here. */
  SessionWriter writer() {
    return writer;
  }

  // ---- the record ----

  /** Returns whether the instance shows all of this version of the record. */
  synchronized boolean shows(long version) {
    return shownVersion() == version;
  }

  /** Returns whether both instances show all of one record. */
  public boolean showsSameAs(InstanceState other) {
    long version = other.shownVersion();
    return version != NONE && shows(version);
  }

  /** The nodes were asked before a request uses the instance, and did not answer in time. */
  public synchronized void unanswered() {
    unreachable = true;
    confirmedAt = Affinity.NEVER;
  }

  /** Returns whether a lease holder uses it that may lack what the former holder has stored. */
  synchronized boolean mayBeOutdatedUnderLease() {
    return unreachable && use.isLeased();
  }

  /** The nodes have answered what this instance shows, or it is new. */
  synchronized void confirmed(long moment) {
    confirmedAt = moment;
  }

  /** The id under which the session is stored: its former one, until {@link #moveTo}. */
  synchronized SessionId storedUnder() {
    return basis == null ? Objects.requireNonNull(base).id() : basis.id();
  }

  /** The nodes were asked again; an answer about a former id does not count. */
  synchronized void lookedUp(FoundRecord record) {
    if (!record.id().hasBaseOf(storedUnder())) {
      return;
    }
    unreachable = record.state() instanceof FoundRecord.State.Unavailable;
    askAgain();
    found(record);
    basis = base == null ? record : record.sharing(base);
    basisIsCurrent = true;
  }

  /** A node that answers has this. */
  synchronized void found(FoundRecord record) {
    if (record.state() instanceof FoundRecord.State.Present present
        && base != null
        && present.to(base.times()) == SessionOrder.SAME) {
      writer.saw(present.snapshot().times());
      lostEverywhere &= present.version() < base.version();
    }
  }

  /** No node that may have the record answers, or the one that is back may be empty. */
  synchronized void lostEverywhere() {
    askAgain();
    lostEverywhere = true;
  }

  /**
   * What the next write replaces: what was read, or what this instance has written since. Null if
   * that is not known, or if another instance here has written since, so that the nodes are to be
   * asked first.
   */
  synchronized @Nullable FoundRecord basis() {
    if (basisIsCurrent) {
      return lastFound();
    }
    FoundRecord made = asWritten();
    basis = made == null ? basis : made; // so that it is made once for a save
    SessionSnapshot newest = writer.newest();
    return made == null || newest == null || newest.version() == made.version() ? made : null;
  }

  /** Its record was written; null if nodes do not say what they have, or have something else. */
  synchronized void wrote(@Nullable WrittenCopies made) {
    askAgain();
    written = made;
  }

  private @Nullable FoundRecord asWritten() {
    return written == null || base == null ? null : written.basis(base);
  }

  /** The next write begins with a read. */
  private void askAgain() {
    basis = lastFound();
    written = null;
  }

  /** The last answer of the nodes; this instance may have written since. */
  synchronized FoundRecord lastFound() {
    return basis == null ? Objects.requireNonNull(asWritten()) : basis;
  }

  /** What the nodes had when they were asked last, or were given since by this instance. */
  synchronized FoundRecord known() {
    FoundRecord made = asWritten();
    return made == null ? lastFound() : made;
  }

  /** The record that the instance is made of; null if none was ever read or written. */
  synchronized @Nullable SessionSnapshot base() {
    return base;
  }

  /**
   * Returns whether the instance shows what there is of its session, if no other Tomcat has had it
   * since: its record, over which no other instance here has written, and the nodes had that.
   *
   * @param moment at which the nodes were asked last, if their answer still counts
   */
  synchronized boolean showsAllSince(long moment) {
    if (confirmedAt != moment || !showsBase || hasEnded()) {
      return false;
    }
    SessionSnapshot newest = writer.newest();
    return newest == null || base == null || newest.version() == base.version();
  }

  synchronized boolean showsBase() {
    return showsBase;
  }

  /** Which versions of attributes it shows; null if there is no record. */
  synchronized @Nullable ShownVersions versions() {
    return shownBefore != null || base == null || !showsBase ? shownBefore : ShownVersions.of(base);
  }

  synchronized long shownVersion() {
    return base == null || !showsBase ? NONE : base.version();
  }

  synchronized @Nullable Header header() {
    return header;
  }

  /** Of the record that the instance is made of, whatever its id; null if there is none. */
  synchronized @Nullable Header lastHeader() {
    return lastHeader;
  }

  /** A save begins: a change back has to be saved from now on, see {@link #isOtherOnItsWay}. */
  Header saveBegins(SessionInstance session) {
    Header header;
    do { // it may change before it is noted
      header = Header.of(session, storedUnder());
      onItsWay = header;
    } while (!header.isAsIn(session));
    return header;
  }

  /** The save on its way has ended, with any outcome. */
  void saveEnded() {
    onItsWay = null;
  }

  /** Returns whether a save on its way stores another header than the session has by now. */
  boolean isOtherOnItsWay(SessionInstance session) {
    Header header = onItsWay;
    return header != null && !header.isOf(session);
  }

  synchronized Bytes principal() {
    return principal;
  }

  synchronized Bytes notes() {
    return notes;
  }

  /**
   * The instance stands for another record from now on, which includes its changes.
   *
   * @param shown whether the instance shows all of it
   * @param written names of the attributes in it that are this instance's changes
   */
  synchronized void madeOf(
      SessionSnapshot record,
      boolean shown,
      Set<String> written,
      Header own,
      Bytes user,
      Bytes ownNotes) {
    if (shown) {
      shownBefore = null;
    } else {
      ShownVersions before = versions();
      shownBefore = before == null ? ShownVersions.of(record) : before.withOwn(record, written);
    }
    replaceBase(record);
    showsBase = shown;
    header = own;
    lastHeader = own;
    principal = user;
    notes = ownNotes;
    basisIsCurrent = false;
  }

  private void replaceBase(SessionSnapshot record) {
    askAgain(); // the copies that were written are of the former one
    use.recordReplaced();
    base = record;
    recordBytes = sizeOf(record);
  }

  private int sizeOf(SessionSnapshot record) {
    return record.isForgotten() ? recordBytes : record.contentLength();
  }

  /**
   * Returns how many bytes the record's attributes, login and notes have, as they were encoded,
   * before compression; {@link #UNKNOWN_SIZE} if the session was never stored.
   */
  public synchronized int recordBytes() {
    return recordBytes;
  }

  /** It includes what others stored under the former id; that is to be saved under this one. */
  synchronized void tookAlong(SessionSnapshot record) {
    shownBefore = versions();
    showsBase &= base != null && record.version() == base.version();
    replaceBase(record);
    toBeSaved();
  }

  /** The record that the instance is made of is stored. */
  synchronized void saved(long now) {
    times.refreshed(now);
    movedHere = false;
    unsaved = false;
    tooLarge = false;
    lostEverywhere = false;
  }

  /** Notes that the session was not stored for its size; false if that is noted already. */
  synchronized boolean becameTooLarge() {
    boolean became = !tooLarge;
    tooLarge = true;
    return became;
  }

  /** Returns whether a node may have something under the session's id, or have it soon. */
  boolean mayBeStored() {
    if (!saves.last().isDone()) {
      return true;
    }
    synchronized (this) {
      return unsaved || base != null || lastFound().version() > 0;
    }
  }

  /** Returns whether the last record that this instance knows was written by it. */
  synchronized boolean isWrittenHere() {
    return !basisIsCurrent && shownVersion() > 0;
  }

  /** The record of the instance has to be written, even if nothing changed since. */
  synchronized void toBeSaved() {
    unsaved = true;
    askAgain();
  }

  /** The client has been at another Tomcat: the next request asks the nodes. */
  public void cameBack() {
    confirmed(Affinity.NEVER);
  }

  /** The client has come from another Tomcat: a new version of the record is to show that. */
  public synchronized void movedHere() {
    toBeSaved();
    movedHere = true;
  }

  /** Returns whether a new version is to be written even if the record has all of the session. */
  synchronized boolean hasMovedHere() {
    return movedHere;
  }

  /** No node has the record any more: it is stored again, unless no node takes its size. */
  synchronized void evicted() {
    unsaved |= base != null && !tooLarge;
  }

  /** Returns whether something is to be saved although this instance may not have changed. */
  synchronized boolean isUnsaved() {
    return unsaved || writer.isUnconfirmed();
  }

  /**
   * Returns whether no node is known to have the session in this instance's state. What a request
   * that is at work changes does not count, for it is saved when its response leaves.
   */
  public synchronized boolean isNotStored() {
    return use.isInUse() ? base != null && lostEverywhere : isLacking();
  }

  /** Returns whether no node is known to have the record of the instance. */
  private boolean isLacking() {
    return base == null || tooLarge || lostEverywhere || isUnsaved();
  }

  // ---- repairs ----

  /** The copies were tried again so often without success that this stops for now. */
  synchronized void copiesGivenUp() {
    copiesGivenUp = true;
  }

  /** Returns whether no copy of the session waits to be brought up to date. */
  synchronized boolean hasAllCopies() {
    return !repairPending && !copiesGivenUp;
  }

  /** Nodes have all copies that they should have. */
  synchronized void copiesComplete() {
    copiesGivenUp = false;
  }

  /**
   * What the nodes had when a request asked last, if this instance has not written since and has
   * not yet replaced older copies by it; notes that it does.
   */
  synchronized @Nullable FoundRecord beginRenewal() {
    FoundRecord found = basisIsCurrent ? basis : null;
    if (found == null || found.version() == renewedTo || !found.isMissingSomewhere()) {
      return null;
    }
    renewedTo = found.version();
    return found;
  }

  /** The nodes with older copies have answered, or not: then the next request tries it again. */
  synchronized void renewed(FoundRecord by, boolean isAnswered) {
    if (!isAnswered && renewedTo == by.version()) {
      renewedTo = 0;
    }
  }

  /** Returns whether the instance shows all of its record, and nodes have that. */
  synchronized boolean isStoredAsShown() {
    return showsBase && header != null && !hasEnded() && !isLacking();
  }

  /** Gives up the bytes of the shown record, and keeps what it includes; false if they stay. */
  synchronized boolean forget(Predicate<InstanceState> may) {
    boolean hasBytes = basis != null && !basis.hasNoBytes();
    if (!hasBytes && (base == null || base.isForgotten())) {
      return false; // each request asks for it
    }
    boolean mayForget = base != null && may.test(this);
    SessionSnapshot left = mayForget && base != null ? writer.forget(base.version()) : null;
    if (left == null) {
      return false;
    }
    base = left;
    if (basisIsCurrent) {
      basis = lastFound().sharing(left);
    } else if (written != null) {
      basis = null;
    } else {
      basis = lastFound().forgotten();
    }
    return true;
  }

  /** Returns whether nodes lack something of the session and no repair is under way. */
  synchronized boolean isStraggler() {
    return !hasEnded()
        && !use.isInUse()
        && !tooLarge
        && !repairPending
        && (copiesGivenUp || isUnsaved());
  }

  /** Notes that the copies will be repaired; false if that is noted already. */
  synchronized boolean beginRepair() {
    boolean begins = !repairPending;
    repairPending = true;
    return begins;
  }

  synchronized void endRepair() {
    repairPending = false;
  }

  /** The session got an id that no other Tomcat knows; what is stored under it is unknown. */
  synchronized FoundRecord moveTo(SessionId id) {
    FoundRecord former = lastFound();
    basis = FoundRecord.unknown(id);
    basisIsCurrent = true;
    written = null;
    header = null;
    return former;
  }

  /** Returns whether another Tomcat has changed the id: this instance can save nothing. */
  public boolean isRenamedElsewhere() {
    return refusal() == SaveOutcome.RENAMED;
  }

  // ---- the end ----

  /** The session has ended, here or elsewhere. */
  synchronized void end() {
    ended = true;
  }

  /** The session has ended under its id, by a tombstone of it or of a later session. */
  synchronized void end(Tombstone tombstone, SessionTimes times) {
    if (isOfFormerId(tombstone, times)) {
      refuse(SaveOutcome.RENAMED); // requests may be at work in the instance
    } else {
      end();
    }
  }

  /** Returns whether the session goes on under another id; a later one with its id may, too. */
  static boolean isOfFormerId(Tombstone tombstone, SessionTimes times) {
    return tombstone.isOfFormerId()
        && SessionOrder.of(tombstone.creationTime(), times.creationTime()) == SessionOrder.SAME;
  }

  /** Returns whether the instance has no session any more. */
  public synchronized boolean hasEnded() {
    return ended;
  }

  /**
   * The session goes on without this instance: each request that has changed the instance must be
   * told.
   *
   * @param outcome of all its saves from now on: {@link SaveOutcome#RENAMED}, {@link
   *     SaveOutcome#LEASE_LOST}, {@link SaveOutcome#OVERTAKEN} or {@link SaveOutcome#DISPLACED}
   */
  synchronized void refuse(SaveOutcome outcome) {
    ended = true;
    refusal = outcome;
  }

  /** Why this instance can save nothing any more; null if it can, or there is no session. */
  synchronized @Nullable SaveOutcome refusal() {
    return refusal;
  }

  /** A request failed to end the session, or to give it another id: it must be told. */
  synchronized void wishRefused() {
    wishRefused = true;
  }

  /** Returns whether a request failed to end the session or its id. */
  synchronized boolean isWishRefused() {
    return wishRefused;
  }

  /** Its time is up, and no node has the record, though it was to stay longer. */
  synchronized long missedSince(long now) {
    missedSince = missedSince == 0 ? now : missedSince;
    return missedSince;
  }

  /** A node has the record, or a tombstone. */
  synchronized void notMissed() {
    missedSince = 0;
  }

  /**
   * Returns whether {@link SessionEngine#expire} left the end open: then no request is to get it.
   */
  public synchronized boolean isEndOpen() {
    return missedSince != 0;
  }

  /** What the nodes know of its times. */
  NotedTimes times() {
    return times;
  }

  // ---- one save at a time ----

  /** The saves of this instance. */
  public InstanceSaves saves() {
    return saves;
  }
}
