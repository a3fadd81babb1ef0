package io.holdfast.serializer.limits;

/**
 * Counts what the keys of tables cost when a graph is read; refuses the graph if that is too much.
 */
interface KeyWork {

  /** A key is hashed, or looked for, once more. */
  void metAgain();

  /** From now on keys are compared, not only hashed. */
  void sorting();

  /** A key is compared with so many others of its hash code. */
  void compared(Object key, int times);
}
