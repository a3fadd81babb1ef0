package io.holdfast.benchmarks.serializers;

/** Tells on the screen how far a measurement has come. */
final class Progress {

  private final int steps;
  private final long start = System.nanoTime();
  private int done;

  Progress(int steps) {
    this.steps = steps;
  }

  /** One step is done. */
  void step(String what) {
    done++;
    say("%d of %d, %s".formatted(done, steps, what));
  }

  void say(String what) {
    System.out.printf(
        "[serializers, %4d s] %s%n", (System.nanoTime() - start) / 1_000_000_000, what);
  }
}
