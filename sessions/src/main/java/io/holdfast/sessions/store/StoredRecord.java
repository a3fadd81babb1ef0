package io.holdfast.sessions.store;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.RecordHeader;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.store.FoundRecord.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the value of a session's key: a record, or the tombstone that replaced it. */
final class StoredRecord {

  private StoredRecord() {}

  /**
   * What the bytes say of a session.
   *
   * @throws RecordException if no Tomcat can read them
   */
  static State read(byte[] bytes, RecordCodec codec) {
    return Tombstone.isTombstone(bytes)
        ? new State.Ended(Tombstone.decode(bytes), null)
        : new State.Present(codec.decode(bytes));
  }

  /** Returns whether a record is of this session; a node may mix up its answers. */
  static boolean isOf(SessionId id, State state) {
    SessionId found =
        state instanceof State.Present present
            ? present.snapshot().id()
            : ((State.Ended) state).tombstone().id();
    return found.base().equals(id.base());
  }

  /** The mark that compares it with others; null if there is nothing. */
  static @Nullable RecordMark markOf(State state) {
    if (state instanceof State.Ended ended) {
      return markOf(ended.tombstone());
    }
    return state instanceof State.Present present ? markOf(present.snapshot()) : null;
  }

  static RecordMark markOf(SessionSnapshot snapshot) {
    return new RecordMark(snapshot.lineage(), snapshot.times().creationTime(), false);
  }

  static RecordMark markOf(Tombstone tombstone) {
    return new RecordMark(
        new VersionHistory(tombstone.version(), List.of()),
        tombstone.creationTime(),
        true,
        tombstone.covered());
  }

  /**
   * The mark in the bytes, whichever transcoder wrote them.
   *
   * @throws RecordException if no Tomcat can read them
   */
  static RecordMark markIn(byte[] bytes) {
    if (Tombstone.isTombstone(bytes)) {
      return markOf(Tombstone.decode(bytes));
    }
    RecordHeader header = RecordCodec.peek(bytes);
    return new RecordMark(header.lineage(), header.times().creationTime(), false);
  }
}
