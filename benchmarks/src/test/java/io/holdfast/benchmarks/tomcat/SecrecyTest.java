package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecrecyTest {

  @Test
  void sectionThenEachIsDividedByPlainTomcatAndByItsModeWithoutMeans() {
    String section = section();

    Stream.of(
            "| sticky, async | 2.00 (2.00 to 2.00) |",
            "| sticky, async, sealed | 3.00 (3.00 to 3.00) |",
            "| sticky, async, sealed | 30.0 µs (1.50, 1.50 to 1.50) |",
            "| non-sticky, optimistic, sealed, TLS | 40.0 µs (2.00, 2.00 to 2.00) |")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  private static String section() {
    Figures figures = new Figures();
    for (Page page : List.of(Page.STATEFULL, Page.MODIFY_10)) {
      figures.add(Mode.PLAIN.toString(), page.toString(), turn(10));
      for (Mode mode : Mode.values()) {
        if (mode != Mode.PLAIN) {
          figures.add(mode.toString(), page.toString(), turn(20));
          figures.add(mode + ", sealed", page.toString(), turn(30));
          figures.add(mode + ", TLS", page.toString(), turn(30));
          figures.add(mode + ", sealed, TLS", page.toString(), turn(40));
        }
      }
    }
    Section section = Secrecy.section(new Section("secrecy"), figures);
    Stream.of("machine", "versions", "users", "turn", "warm-up", "rounds")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }

  private static Turn turn(double micros) {
    return new Turn(1_000, 1, micros / 1_000, new Waits(1, 0, 1, 6, 9), Traffic.NONE, 0);
  }
}
