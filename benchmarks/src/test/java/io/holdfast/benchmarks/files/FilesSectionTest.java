package io.holdfast.benchmarks.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FilesSectionTest {

  private final Figures figures = new Figures();
  private final FilesSection section = new FilesSection(figures, Effort.QUICK, "- a machine\n");

  @BeforeEach
  void measure() {
    for (int threads : Figures.THREADS) {
      for (int files : Figures.FILES) {
        figures.add(new Cell(Access.HOLDFAST, threads, files), 1_000 - files);
        figures.add(new Cell(Access.PLAIN, threads, files), 500);
        figures.add(new Cell(Access.POOL, threads, files), files > 50 ? 100 : 4_000);
      }
    }
  }

  @Test
  void toStringWhenOursIsMeasuredThenItsFiguresAreAbsolute() {
    assertTrue(section.toString().contains("| 4 | Holdfast | 990 | 950 | 940 | 900 | 0.91 |"));
  }

  @Test
  void toStringWhenAnotherIsMeasuredThenTheRatioToOursStandsBehind() {
    assertTrue(section.toString().contains("| 4 | pool of 50 | 4,000 (4.04) | 4,000 (4.21) |"));
  }

  @Test
  void toStringWhenAWayHasACliffThenItsWorstRatioShowsIt() {
    assertTrue(section.toString().contains("of the plain way 1.00, of the pool 0.03."));
  }
}
