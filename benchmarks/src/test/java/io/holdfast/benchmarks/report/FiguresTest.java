package io.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final String OURS = "ours";
  private static final String PLAIN = "plain";
  private final Figures figures = new Figures();
  private final Comparison comparison =
      new Comparison(figures, List.of(PLAIN, OURS, "absent"), PLAIN, List.of("page", "list"));

  @Test
  void ratioWhenOneRoundWasSlowForBothThenItIsThatOfTheRounds() {
    round("page", 500, 1_000);
    round("page", 50, 100);
    round("page", 500, 1_000);

    assertEquals(new Spread(0.5, 0.5, 0.5), comparison.ratio(OURS, "page", Turn::rate));
  }

  @Test
  void ratioWhenSubjectsDifferThenItIsTheMedianOfAllWithTheSpread() {
    round("page", 900, 1_000);
    round("list", 700, 1_000);
    round("list", 800, 1_000);

    assertEquals(
        new Spread(0.8, 0.7, 0.9), figures.ratio(OURS, PLAIN, List.of("page", "list"), Turn::rate));
  }

  @Test
  void turnWhenTwoSecondsOfProcessorServeAThousandThenEachCostsTwoMillis() {
    Turn turn = new Turn(1_000, 4, 2, Waits.NONE, new Traffic(500, 8_000), 0);

    assertEquals(2_000, turn.cpuMicros());
    assertEquals(250, turn.rate());
    assertEquals(0.5, turn.storeOperations());
    assertEquals(8, turn.bytes());
  }

  @Test
  void ratiosWhenAContenderWasNotMeasuredThenItsCellsAreEmpty() {
    round("page", 800, 1_000);

    String expected =
        """
        |  | page | list |
        | --- | ---: | ---: |
        | plain | 1,000 |  |
        | ours | 0.80 (0.80 to 0.80) |  |
        | absent |  |  |
        """;
    assertEquals(expected, comparison.ratios(Turn::rate, "%,.0f"));
  }

  @Test
  void mediansBesideWhenItIsAnotherThenTheRatioStandsBehind() {
    round("page", 500, 1_000);

    String table = comparison.mediansBeside(Turn::rate, "%,.0f", who -> PLAIN);

    assertTrue(table.contains("| plain | 1,000 |"), table);
    assertTrue(table.contains("| ours | 500 (0.50, 0.50 to 0.50) |"), table);
  }

  @Test
  void gridWhenARowHasTwoHeadsThenTheyAreTwoColumns() {
    assertEquals(
        """
        | | | a |
        | --- | --- | ---: |
        | 1 | x | 1a |
        """,
        Table.grid(List.of("1 | x"), List.of("a"), (row, column) -> row.charAt(0) + column));
  }

  private void round(String subject, int ours, int plain) {
    figures.add(OURS, subject, Turn.of(ours, 1, 1));
    figures.add(PLAIN, subject, Turn.of(plain, 1, 1));
  }
}
