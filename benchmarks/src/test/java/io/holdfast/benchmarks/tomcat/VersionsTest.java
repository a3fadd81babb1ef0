package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {

  @TempDir private Path folder;

  @Test
  void reportThenEachModeIsBesideItselfBefore() {
    Figures figures = new Figures();
    for (Page page : Page.values()) {
      for (Mode mode : Mode.values()) {
        figures.add(mode.toString(), page.toString(), turn(0.05, 1, 4));
        figures.add(mode + ", before", page.toString(), turn(0.04, 2, 8));
      }
    }

    String report = Versions.report(figures);

    for (String line :
        List.of(
            "| sticky, sync, before | 40.0 |",
            "| sticky, sync | 50.0 (1.25, 1.25 to 1.25) |",
            "| non-sticky, all, before | 2.00 |",
            "| non-sticky, all | 1.00 (0.50, 0.50 to 0.50) |",
            "| sticky, async, before | 8.0 |",
            "| sticky, async | 4.0 (0.50, 0.50 to 0.50) |")) {
      assertTrue(report.contains(line), () -> line + "\n" + report);
    }
  }

  @Test
  void beforeWhenItIsNoDistributionThenIsNamed() throws IOException {
    IOException refused = assertThrows(IOException.class, () -> Versions.before(folder.toString()));
    String message = Objects.requireNonNull(refused.getMessage());
    assertTrue(message.startsWith("BEFORE=" + folder + " must name the folder of"), message);
    assertThrows(IOException.class, () -> Versions.before(null));

    Files.createDirectory(folder.resolve("java"));
    assertEquals(folder, Versions.before(folder.toString()));
  }

  private static Turn turn(double cpuSeconds, double wait, int kilobytes) {
    Waits waits = new Waits(1, 0, wait, 6, 9);
    return new Turn(1_000, 1, cpuSeconds, waits, Traffic.NONE, 0, 1_024_000.0 * kilobytes);
  }
}
