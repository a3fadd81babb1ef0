package io.holdfast.sessions.engine;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.engine.SessionInstance.Header;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Builds the record that a save writes: the changes of an instance, merged into a record.
 *
 * <p>A change that was made after a complete answer gives way if others have stored the same part
 * since. If they have not, it is stored under the version that the part had before: so it gives way
 * in each later merge, too.
 */
final class NextRecord {

  private final SnapshotCodec codec;
  private final RecordMerger merger;
  private final SessionInstance session;
  private final @Nullable Header before;
  private final boolean isMoved;
  private final Header header;
  private final Encoded mine;
  private final @Nullable LateChanges late;
  private Set<String> written = Set.of();
  private @Nullable Bytes user;
  private @Nullable Bytes notes;

  /** Builds records of an instance; {@code late} if something was changed behind answers. */
  NextRecord(
      EngineTools tools,
      SessionInstance session,
      Header header,
      Encoded mine,
      @Nullable LateChanges late) {
    this.codec = tools.codec();
    this.merger = tools.merger();
    this.session = session;
    this.before = session.instanceState().lastHeader();
    this.isMoved = session.instanceState().header() == null;
    this.header = header;
    this.mine = mine;
    this.late = late;
  }

  /** Returns whether all changes were made behind complete answers. */
  boolean isLate() {
    return late != null && late.isAll();
  }

  /** Names of the attributes in the last record built that are as changed here. */
  Set<String> written() {
    return written;
  }

  /** Returns whether anything changed here since the instance was made of its record, or stored. */
  boolean hasChanges() {
    return isMoved
        || hasOwnUser()
        || hasOwnNotes()
        || hasOwnInterval()
        || !mine.changed().isEmpty();
  }

  /** The first record of a session. */
  SessionSnapshot first(long version) {
    return new SessionSnapshot(
        session.sessionId(),
        version,
        session.times(),
        header.authType(),
        userOf(),
        notesOf(),
        mine.attributes());
  }

  /**
   * The record with the local changes merged in; the record itself if there are none.
   *
   * @param isShown whether the instance shows all of that record
   */
  SessionSnapshot over(SessionSnapshot record, boolean isShown, long version) {
    FieldVersions origins = record.origins();
    boolean ownUser = hasOwnUser() && !givesWay(origins.user());
    boolean ownNotes = hasOwnNotes() && !givesWay(origins.of(FieldVersions.NOTES));
    boolean ownInterval = hasOwnInterval() && !givesWay(origins.interval());
    LateChanges behind = isShown ? null : late;
    Set<String> changed = mine.changed();
    if (behind != null) {
      changed = new TreeSet<>(changed);
      changed.removeIf(name -> behind.givesWay(record, name));
    }
    EncodedAttributes attributes =
        isShown
            ? mine.attributes()
            : merger.layOver(session.sessionId(), mine.attributes(), changed, record.attributes());
    VersionHistory lineage = hasChanges() ? record.lineage().next(version) : record.lineage();
    long user = ownUser ? originNow(origins.user(), version, isLate()) : origins.user();
    long interval =
        ownInterval ? originNow(origins.interval(), version, isLate()) : origins.interval();
    FieldVersions changes =
        late == null && !ownNotes ? origins.with(user, interval, changed, version) : null;
    if (changes == null) {
      SortedMap<String, Long> named = attributeOrigins(record, changed, ownNotes, version);
      changes = new FieldVersions(user, interval, named, origins.settled());
    }
    SessionTimes own = session.times();
    written = changed;
    return new SessionSnapshot(
        session.sessionId(),
        lineage,
        changes.within(version),
        RecordMerger.times(own, record.times(), ownInterval ? own : record.times()),
        ownUser ? header.authType() : record.authType(),
        ownUser ? userOf() : record.principal(),
        ownNotes ? notesOf() : record.notes(),
        hasChanges() ? attributes : record.attributes());
  }

  /** Returns whether a change outside the attributes gives way to this version of its part. */
  private boolean givesWay(long origin) {
    return late != null && late.isAll() && late.shown().isStoredSince(origin);
  }

  private SortedMap<String, Long> attributeOrigins(
      SessionSnapshot record, Set<String> changed, boolean ownNotes, long version) {
    SortedMap<String, Long> origins = record.origins().attributes();
    Set<String> known = late == null ? Set.of() : merger.names(record.attributes());
    for (String name : changed) {
      boolean isLate = late != null && late.includes(name);
      if (!isLate || !known.contains(name)) {
        origins.merge(name, version, (was, now) -> originNow(was, now, isLate));
      }
    }
    if (ownNotes) {
      origins.merge(FieldVersions.NOTES, version, (was, now) -> originNow(was, now, isLate()));
    }
    return origins;
  }

  /** The version to name for a part that changed here, which had another one before, or none. */
  private static long originNow(long before, long version, boolean isLate) {
    return !isLate || before == 0 ? version : before;
  }

  /** The principal in bytes, as the instance has it; encoded once. */
  Bytes userOf() {
    if (user == null) {
      user =
          before != null && before.principal().equals(header.principal())
              ? session.instanceState().principal()
              : codec.encodePrincipal(session.sessionId(), session.storablePrincipal());
    }
    return user;
  }

  /** The notes in bytes, as the instance has them; encoded once. */
  Bytes notesOf() {
    if (notes == null) {
      notes =
          before != null && before.notes().equals(header.notes())
              ? session.instanceState().notes()
              : codec.encodeNotes(session.sessionId(), session.storableNotes());
    }
    return notes;
  }

  private boolean hasOwnUser() {
    return before == null
        || !before.principal().equals(header.principal())
        || !Objects.equals(before.authType(), header.authType());
  }

  private boolean hasOwnNotes() {
    return before == null || !before.notes().equals(header.notes());
  }

  private boolean hasOwnInterval() {
    return before == null || before.maxInactiveInterval() != header.maxInactiveInterval();
  }
}
