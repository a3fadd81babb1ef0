package io.holdfast.benchmarks.tomcat;

/** Runs from its creation on. */
final class Stopwatch {

  private final long start = System.nanoTime();

  /** How long something takes. */
  static String of(Runnable action) {
    Stopwatch watch = new Stopwatch();
    action.run();
    return watch.seconds();
  }

  /** Seconds since its creation, such as {@code 0.25 s}. */
  String seconds() {
    return "%.2f s".formatted((System.nanoTime() - start) / 1e9);
  }
}
