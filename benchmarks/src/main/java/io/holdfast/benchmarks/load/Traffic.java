package io.holdfast.benchmarks.load;

/**
 * What a store has been sent so far.
 *
 * @param operations how many
 * @param bytes how large they were together
 */
public record Traffic(long operations, long bytes) {

  /** No traffic. */
  public static final Traffic NONE = new Traffic(0, 0);

  /** What came after the earlier one. */
  Traffic since(Traffic earlier) {
    return new Traffic(operations - earlier.operations, bytes - earlier.bytes);
  }
}
