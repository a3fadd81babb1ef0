package io.holdfast.sessions.fallback;

/**
 * How much the files take together.
 *
 * @param files how many there are
 * @param bytes their sizes
 */
record SpillUsage(int files, long bytes) {

  static final SpillUsage NONE = new SpillUsage(0, 0);

  SpillUsage with(long size) {
    return new SpillUsage(files + 1, bytes + size);
  }
}
