package io.holdfast.benchmarks.beans;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final Server OURS = new Server(Keeper.HOLDFAST, Kind.REMOVED);

  private final Figures figures = new Figures();

  @Test
  void ratioWhenOneRoundWasSlowForBothThenItIsThatOfTheRounds() {
    round(100, 500, 1_000);
    round(100, 50, 100);

    Spread ratio = figures.ratio(new Cell(OURS, 100), OURS.plain(), Turn::rate);

    assertEquals(new Spread(0.5, 0.5, 0.5), ratio);
  }

  @Test
  void ratioWhenNumbersOfUsersDifferThenItIsTheMedianOfAll() {
    round(100, 900, 1_000);
    round(200, 700, 1_000);
    round(300, 800, 1_000);

    Spread ratio = figures.ratio(OURS, OURS.plain(), List.of(100, 200, 300), Turn::rate);

    assertEquals(new Spread(0.8, 0.7, 0.9), ratio);
  }

  @Test
  void ofWhenOneSecondOfProcessorServesAThousandRequestsThenEachCostsAMillisecond() {
    figures.add(new Cell(OURS, 100), new Turn(1_000, 4, 1));

    assertEquals(1_000, figures.of(new Cell(OURS, 100), Turn::cpuMicros).median());
    assertEquals(250, figures.of(new Cell(OURS, 100), Turn::rate).median());
  }

  private void round(int users, int ours, int plain) {
    figures.add(new Cell(OURS, users), new Turn(ours, 1, 1));
    figures.add(new Cell(OURS.plain(), users), new Turn(plain, 1, 1));
  }
}
