package io.holdfast.benchmarks;

/** Runs from its creation on. */
final class Stopwatch {

  private final long start = System.nanoTime();

  /** Seconds since its creation, such as {@code 0.25 s}. */
  String seconds() {
    return "%.2f s".formatted(elapsed());
  }

  /** How many of something were done in a second since its creation. */
  String rateOf(int count) {
    return "%.0f a second".formatted(count / elapsed());
  }

  private double elapsed() {
    return (System.nanoTime() - start) / 1e9;
  }
}
