package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Bench.RequestThreads;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {

  @Test
  void sectionThenEachKindOfThreadsIsDividedByItsOwnPlainTomcatAndByTheOtherKind() {
    String section = section();

    Stream.of(
            "| Tomcat's own manager; virtual threads | 10.0 µs | 10.0 µs |",
            "| sticky, sync; virtual threads | 2.00 (2.00 to 2.00) |",
            "| sticky, sync; virtual threads | 20.0 µs (0.25, 0.25 to 0.25) |",
            "| sticky, sync; platform threads | 4.00 (4.00 to 4.00) |",
            "| aim: sticky, sync | ≤ 1.05 | ≤ 1.60 |  |",
            "| aim: non-sticky, all | ≤ 1.05 | ≤ 3.50 |  |")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  /** Plain Tomcats take 10 µs on virtual threads and 20 on others, all modes 20 and 80. */
  private static String section() {
    Figures figures = new Figures();
    for (Page page : Page.values()) {
      for (Mode mode : Mode.values()) {
        boolean isPlain = mode == Mode.PLAIN;
        figures.add(mode + "; " + RequestThreads.VIRTUAL, page.toString(), turn(isPlain ? 10 : 20));
        figures.add(
            mode + "; " + RequestThreads.PLATFORM, page.toString(), turn(isPlain ? 20 : 80));
      }
    }
    Section section = VirtualThreads.section(new Section("virtual"), figures);
    Stream.of("machine", "versions", "jdk", "users", "turn", "warm-up", "rounds")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }

  private static Turn turn(double micros) {
    return new Turn(1_000, 1, micros / 1_000, new Waits(1, 0, 1, 6, 9), Traffic.NONE, 0);
  }
}
