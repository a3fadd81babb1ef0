package io.holdfast.benchmarks.modes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.load.Cell;
import io.holdfast.benchmarks.load.Figures;
import io.holdfast.benchmarks.load.Page;
import io.holdfast.benchmarks.load.Traffic;
import io.holdfast.benchmarks.load.Turn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModesSectionTest {

  private static final Traffic TRAFFIC = new Traffic(400, 80_000);

  private final Figures figures = new Figures(Mode.PLAIN);
  private final ModesSection section = new ModesSection(figures, Effort.QUICK, "- a machine\n");

  @BeforeEach
  void measure() {
    for (Page page : ModesMeasurement.PAGES) {
      for (Mode mode : Mode.values()) {
        int requests = mode == Mode.PLAIN ? 1_000 : 800;
        figures.add(new Cell(mode, page), new Turn(requests, 1, 0.04, 0.5, 2, TRAFFIC, 0));
      }
    }
  }

  @Test
  void toStringWhenItIsTomcatsOwnManagerThenItsFiguresAreAbsolute() {
    assertTrue(section.toString().contains("| Tomcat's own manager | 1,000 | 1,000 |"));
  }

  @Test
  void toStringWhenItIsAnotherModeThenItsFiguresAreRatios() {
    assertTrue(section.toString().contains("| sticky, sync | 0.80 (0.80 to 0.80) |"));
    assertTrue(section.toString().contains("| sticky, sync | 1.25 (1.25 to 1.25) |"));
  }

  @Test
  void toStringWhenAModeHasAimsThenTheyStandBelowTheFigures() {
    assertTrue(section.toString().contains("| aim: sticky, sync | ≤ 1.03 | ≤ 2.50 |"));
  }
}
