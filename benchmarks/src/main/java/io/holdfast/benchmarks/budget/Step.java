package io.holdfast.benchmarks.budget;

/**
 * One step of a backup.
 *
 * @param title as it stands in the table
 * @param size how often the action takes the step
 * @param action takes it
 */
record Step(String title, int size, Action action) {

  /** What a step does. */
  interface Action {
    Object take() throws Exception;
  }
}
