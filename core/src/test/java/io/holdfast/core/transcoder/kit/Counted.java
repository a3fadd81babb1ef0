package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.Comparator;

/**
 * A comparator of an application that takes all keys for equal, and counts how often it is asked.
 * While a graph is made it takes none for equal, so that what stands behind it is not asked.
 */
final class Counted implements Comparator<Object>, Serializable {

  private static final long serialVersionUID = 1L;

  private static final int ENOUGH = 5_000_000;
  private static final int FEW = 1_000;

  private static final ThreadLocal<int[]> ASKED = new ThreadLocal<>();

  /** Runs something, and fails if it asks often. */
  static void count(Runnable work) {
    int[] asked = new int[1];
    ASKED.set(asked);
    try {
      work.run();
    } finally {
      ASKED.remove();
    }
    assertTrue(asked[0] < FEW, () -> asked[0] + " comparisons");
  }

  @Override
  public int compare(Object one, Object other) {
    int[] asked = ASKED.get();
    if (asked == null) {
      return one.hashCode() < other.hashCode() ? -1 : 1;
    }
    if (++asked[0] > ENOUGH) {
      throw new IllegalStateException("asked without end");
    }
    return 0;
  }
}
