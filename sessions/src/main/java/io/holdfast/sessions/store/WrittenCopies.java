package io.holdfast.sessions.store;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.store.FoundRecord.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions that nodes have given the copies of one write. Immutable; a chain that says nothing
 * of the record, since each session in memory has one beside its record.
 */
public final class WrittenCopies {

  private final String nodeId;
  private final long storeVersion;

  /** On the node that took the write just before; null if this one was the first. */
  private final @Nullable WrittenCopies before;

  /**
   * One more copy.
   *
   * @param before the copies that the write has made until now; null if there are none
   * @param storeVersion the node's own version of the copy, for compare-and-set
   */
  WrittenCopies(@Nullable WrittenCopies before, String nodeId, long storeVersion) {
    this.before = before;
    this.nodeId = nodeId;
    this.storeVersion = storeVersion;
  }

  /** What the next write replaces, unless another Tomcat writes first: the written record. */
  public FoundRecord basis(SessionSnapshot record) {
    RecordMark mark = RecordMark.of(record);
    int count = 0;
    for (WrittenCopies copy = this; copy != null; copy = copy.before) {
      count++;
    }
    NodeHolding[] holdings = new NodeHolding[count];
    for (WrittenCopies copy = this; copy != null; copy = copy.before) {
      count--;
      holdings[count] = new NodeHolding(copy.nodeId, copy.storeVersion, mark);
    }
    return new FoundRecord(
        record.id(), new State.Present(record), false, List.of(holdings), record.times());
  }
}
