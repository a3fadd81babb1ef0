package io.holdfast.benchmarks.files;

/**
 * What is measured at one time.
 *
 * @param access how it is read
 * @param threads that read side by side
 * @param files among which they choose
 */
record Cell(Access access, int threads, int files) {

  /** The same, read as Holdfast does. */
  Cell ours() {
    return new Cell(Access.HOLDFAST, threads, files);
  }
}
