package io.holdfast.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.Spread;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final Cell PLAIN = new Cell(new Named("plain"), Page.STATEFULL);
  private static final Cell SYNC = new Cell(new Named("sync"), Page.STATEFULL);

  private final Figures figures = new Figures(PLAIN.manager());

  /** A manager that is not there. */
  private record Named(String title) implements Manager {
    @Override
    public boolean isOurs() {
      return false;
    }
  }

  @Test
  void ratioWhenOneRoundWasSlowForBothThenItIsThatOfTheRounds() {
    round(500, 1_000);
    round(50, 100);
    round(500, 1_000);

    Spread ratio = figures.ratio(SYNC, Turn::throughput);

    assertEquals(new Spread(0.5, 0.5, 0.5), ratio);
  }

  @Test
  void ratioWhenRoundsDifferThenItIsTheMedianWithTheSpread() {
    round(300, 1_000);
    round(900, 1_000);
    round(500, 1_000);

    Spread ratio = figures.ratio(SYNC, Turn::throughput);

    assertEquals(new Spread(0.5, 0.3, 0.9), ratio);
  }

  @Test
  void ofWhenTwoSecondsOfProcessorServeAThousandRequestsThenEachCostsTwoMillis() {
    figures.add(SYNC, new Turn(1_000, 4, 2, 1, 1, new Traffic(500, 8_000), 0));

    assertEquals(2_000, figures.of(SYNC, Turn::cpuMicros).median());
    assertEquals(0.5, figures.of(SYNC, Turn::operationsEach).median());
    assertEquals(8, figures.of(SYNC, Turn::bytesEach).median());
  }

  private void round(int sync, int plain) {
    figures.add(SYNC, new Turn(sync, 1, 1, 1, 1, Traffic.NONE, 0));
    figures.add(PLAIN, new Turn(plain, 1, 1, 1, 1, Traffic.NONE, 0));
  }
}
