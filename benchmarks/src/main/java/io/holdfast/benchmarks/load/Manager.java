package io.holdfast.benchmarks.load;

/** A way of keeping sessions that is compared with others. */
public interface Manager {

  /** How tables and charts call it. */
  String title();

  /** Whether it is one of ours. */
  boolean isOurs();
}
