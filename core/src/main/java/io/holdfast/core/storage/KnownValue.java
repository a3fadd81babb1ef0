package io.holdfast.core.storage;

/**
 * A value that the caller has, as a node held it.
 *
 * @param size the bytes that need not be sent if the node still holds it
 * @param isProbablyOld whether the node probably holds another one by now
 */
public record KnownValue(long version, int size, boolean isProbablyOld) {

  /** For a caller that has none: no value has this version. */
  public static final KnownValue NONE = new KnownValue(WriteResult.UNKNOWN, 0, true);

  private static final int WORTH_COMPARING = 1 << 10;

  /** Returns whether a node is to compare the version: a smaller value takes no longer to send. */
  public boolean isWorthComparing() {
    return size >= WORTH_COMPARING;
  }

  /** The answer of a node that has sent what it holds. */
  public PairAnswer answer(StoredPair found) {
    StoredValue value = found.value();
    return value != null && value.version() == version
        ? new PairAnswer.Unchanged(version, found.beside())
        : new PairAnswer.Read(found);
  }
}
