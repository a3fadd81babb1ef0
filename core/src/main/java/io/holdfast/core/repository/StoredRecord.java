package io.holdfast.core.repository;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.TombstoneCodec;
import io.holdfast.core.repository.SharedRecord.State;
import io.holdfast.core.session.SessionId;

/** Reads what lies under a session's key: a record, or the tombstone in its place. */
final class StoredRecord {

  private StoredRecord() {}

  /**
   * What the bytes say of a session.
   *
   * @throws RecordException if nobody can read them
   */
  static State read(byte[] bytes, RecordCodec codec) {
    return TombstoneCodec.isTombstone(bytes)
        ? new State.Ended(TombstoneCodec.decode(bytes))
        : new State.Present(codec.decode(bytes));
  }

  /** Whether a record is of this session; the node might have mixed up its answers. */
  static boolean isOf(SessionId id, State state) {
    SessionId found =
        state instanceof State.Present present
            ? present.snapshot().id()
            : ((State.Ended) state).tombstone().id();
    return found.base().equals(id.base());
  }

  /**
   * The version in the bytes, whichever transcoder wrote them.
   *
   * @throws RecordException if nobody can read them
   */
  static long versionIn(byte[] bytes) {
    return TombstoneCodec.isTombstone(bytes)
        ? TombstoneCodec.decode(bytes).version()
        : RecordCodec.peek(bytes).version();
  }
}
