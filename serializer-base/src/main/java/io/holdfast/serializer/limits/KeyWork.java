package io.holdfast.serializer.limits;

import org.jspecify.annotations.Nullable;

/**
 * Counts what the keys of tables cost when a graph is read; refuses the graph if that is too much.
 */
interface KeyWork {

  /** Returns whether a graph that was just written is read to find out whether it can be. */
  boolean isTrial();

  /** A key is hashed, or looked for, once more. */
  void metAgain();

  /** From now on keys are compared, not only hashed. */
  void sorting();

  /** From now on objects may be compared by it, if it is a comparator. */
  void comparator(@Nullable Object object);

  /** A key is compared with so many others of its hash code. */
  void compared(Object key, int times);
}
