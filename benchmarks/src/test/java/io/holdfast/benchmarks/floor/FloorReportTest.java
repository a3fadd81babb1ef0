package io.holdfast.benchmarks.floor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.floor.Floor.Bare;
import io.holdfast.benchmarks.floor.Floor.Within;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.process.Jdk;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FloorReportTest {

  private static final Jdk OLD = new Jdk(17, Path.of("17"));
  private static final Jdk NEW = new Jdk(25, Path.of("25"));
  private static final Bare OWN = new Bare(OLD, Way.OWN);
  private static final Bare SHARED = new Bare(OLD, Way.SHARED);
  private static final Bare NEW_OWN = new Bare(NEW, Way.OWN);

  private final Figures figures = new Figures();
  private final FloorReport report = new FloorReport(figures, List.of(OWN, SHARED, NEW_OWN), OLD);

  /** Three rounds; the last was twice as dear for all. */
  @BeforeEach
  void measure() {
    for (double slower : new double[] {1, 1, 2}) {
      for (Step step : EnumSet.complementOf(EnumSet.of(Step.COUNTER))) {
        add(OWN.toString(), step, 10 * slower);
        add(SHARED.toString(), step, 8 * slower);
        add(NEW_OWN.toString(), step, 1 * slower);
      }
      for (Step step : Step.IN_TOMCATS) {
        add(new Within(step, Way.OWN).toString(), Step.COUNTER, 24 * slower);
        add(new Within(step, Way.SHARED).toString(), Step.COUNTER, 30 * slower);
      }
      add(Mode.PLAIN.toString(), Step.COUNTER, 20 * slower);
      add(Mode.STICKY_ASYNC.toString(), Step.COUNTER, 28 * slower);
      add(Mode.STICKY_SYNC.toString(), Step.COUNTER, 36 * slower);
      add(Mode.NONE.toString(), Step.COUNTER, 60 * slower);
      add(Mode.OPTIMISTIC.toString(), Step.COUNTER, 60 * slower);
      add(Mode.ALL.toString(), Step.COUNTER, 100 * slower);
    }
  }

  @Test
  void floorThenItIsTheCheapestClientOfTheRoundOnTheJdkOfTheTomcats() {
    assertEquals(List.of(8.0, 8.0, 16.0), report.floor(Step.WRITE));
  }

  @Test
  void overheadThenItIsTheDifferenceToPlainTomcatInTheSameRound() {
    assertEquals(List.of(16.0, 16.0, 32.0), report.overhead(Mode.STICKY_SYNC));
  }

  @Test
  void sectionWhenARoundWasSlowForAllThenTheRatiosDoNotShowIt() {
    String section = section();

    Stream.of(
            "| Java 17, one connection per node, one reader | 8.0 (8.0 to 16.0) | 8.0",
            "| Java 17, one connection per node, one reader | 0.80 (0.80 to 0.80) | 0.80",
            "| Java 25, a connection per thread | 1.0 (1.0 to 2.0) | 1.0",
            "| sticky, sync | 36.0 (36.0 to 72.0) | 16.0 (16.0 to 32.0) | write"
                + " | 8.0 (8.0 to 16.0) | 2.00 (2.00 to 2.00) | ≤ 1.5"
                + " | 4.0 (4.0 to 8.0) | 4.00 (4.00 to 4.00) |",
            "| change with a lease | 24.0 (24.0 to 48.0) | 1.20 (1.20 to 1.20)"
                + " | 30.0 (30.0 to 60.0) | 1.50 (1.50 to 1.50) |",
            "| non-sticky, none | 60.0 (60.0 to 120.0) | 40.0 (40.0 to 80.0) | change"
                + " | 8.0 (8.0 to 16.0) | 5.00 (5.00 to 5.00) | ≤ 2.0 |  |  |")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  @Test
  void sectionWhenRoundsDisagreeAboutADifferenceThenItIsCalledNoise() {
    add(OWN.toString(), Step.READ, 10);
    add(SHARED.toString(), Step.READ, 11);

    assertTrue(section().contains("| 0.80 (0.80 to 1.10): noise | 0.80 (0.80 to 0.80) |"));
  }

  private String section() {
    Section section = report.section(new Section("floor"));
    Stream.of(
            "machine",
            "versions",
            "users",
            "bytes",
            "turn",
            "client warm-up",
            "tomcat warm-up",
            "rounds")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }

  private void add(String who, Step step, double micros) {
    figures.add(who, step.toString(), Turn.of(1_000_000, 1, micros));
  }
}
