package io.holdfast.demo;

import java.io.PrintStream;
import java.util.Locale;

/** Writes one line per step, with the seconds it took. */
final class Screen {

  private final PrintStream out;

  Screen(PrintStream out) {
    this.out = out;
  }

  /** Does the step, then writes its line. */
  void step(String what, Runnable step) {
    long start = System.nanoTime();
    step.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    line(String.format(Locale.ROOT, "  %-58s %5.1f s", what, seconds));
  }

  /** Writes a line. */
  void line(String text) {
    out.println(text);
    out.flush();
  }
}
