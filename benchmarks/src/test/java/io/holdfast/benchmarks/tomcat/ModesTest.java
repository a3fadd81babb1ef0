package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModesTest {

  @Test
  void sectionThenTomcatsOwnFiguresAreAbsoluteAndThoseOfTheModesAreRatios() {
    String section = section();

    Stream.of(
            "| Tomcat's own manager | 1,000 | 1,000 |",
            "| sticky, sync | 0.80 (0.80 to 0.80) |",
            "| Tomcat's own manager | 40.0 µs | 40.0 µs |",
            "| sticky, sync | 1.25 (1.25 to 1.25) |",
            "| aim: sticky, sync | ≤ 1.02 | ≤ 1.90 |",
            "| sticky, sync | 2.00 and 3.00 |",
            "| sticky, sync | 0.50; 100 bytes |",
            "| Tomcat's own manager | 2.0 | 2.0 |",
            "| sticky, sync | 8.0 | 8.0 |",
            "- sticky, async: `sessionBackupAsync=\"true\"`\n")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  private static String section() {
    Figures figures = new Figures();
    for (Page page : Page.values()) {
      for (Mode mode : Mode.values()) {
        figures.add(mode.toString(), page.toString(), turn(mode == Mode.PLAIN));
      }
    }
    Section section = Modes.section(new Section("modes"), figures);
    Stream.of("machine", "versions", "users", "turn", "warm-up", "rounds")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }

  private static Turn turn(boolean isPlain) {
    return isPlain
        ? new Turn(1_000, 1, 0.04, new Waits(1, 0, 0.5, 2, 9), Traffic.NONE, 0, 2_048_000)
        : new Turn(
            800, 1, 0.04, new Waits(1, 0, 1, 6, 9), new Traffic(400, 80_000), 0, 8 * 819_200);
  }
}
