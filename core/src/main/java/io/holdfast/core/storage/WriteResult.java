package io.holdfast.core.storage;

import org.jspecify.annotations.Nullable;

/**
 * The result of a conditional write.
 *
 * @param isStored whether the value is stored; if not, the condition did not hold, and the node's
 *     value is unchanged
 * @param version of the stored value, as {@link StoredValue#version} of a read that follows; {@link
 *     #UNKNOWN} if the node does not report it
 */
public record WriteResult(boolean isStored, long version) {

  /** The version of a value whose node does not report it. */
  public static final long UNKNOWN = 0;

  /** The condition did not hold; the node's value is unchanged. */
  public static final WriteResult CONFLICT = new WriteResult(false, UNKNOWN);

  /** The value is stored; the node does not report its version. */
  public static final WriteResult STORED = new WriteResult(true, UNKNOWN);

  /** Returns whether the node refused the write; a write without an answer is no conflict. */
  public static boolean isConflict(@Nullable WriteResult answer) {
    return answer != null && !answer.isStored;
  }

  /** The value is stored under this version. */
  public static WriteResult stored(long version) {
    return new WriteResult(true, version);
  }
}
