package io.holdfast.benchmarks;

/** Tells on the screen how far a measurement has come. */
public final class Progress {

  private final String measurement;
  private final int steps;
  private final long start = System.nanoTime();
  private int done;

  /**
   * Starts the time.
   *
   * @param measurement its name, which stands before each line
   * @param steps how many there will be
   */
  public Progress(String measurement, int steps) {
    this.measurement = measurement;
    this.steps = steps;
  }

  /** One step is done. */
  public void step(String what) {
    done++;
    say("%d of %d, %s".formatted(done, steps, what));
  }

  /** Shows something that is no step. */
  public void say(String what) {
    System.out.printf(
        "[%s, %4d s] %s%n", measurement, (System.nanoTime() - start) / 1_000_000_000, what);
  }
}
