package io.holdfast.benchmarks.serializers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.Spread;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final Cell OURS = new Cell(Contender.KRYO, Workload.TICKETS, Operation.WRITE);
  private static final Cell PLAIN = OURS.of(Contender.KRYO_PLAIN);

  private final Figures figures = new Figures();

  @Test
  void ratioWhenOneRoundWasSlowForBothThenItIsThatOfTheRounds() {
    round(10, 8);
    round(100, 80);
    round(10, 8);

    Spread ratio = figures.ratio(OURS, PLAIN);

    assertEquals(new Spread(1.25, 1.25, 1.25), ratio);
  }

  @Test
  void ratioWhenRoundsDifferThenItIsTheMedianWithTheSpread() {
    round(10, 10);
    round(13, 10);
    round(12, 10);

    Spread ratio = figures.ratio(OURS, PLAIN);

    assertEquals(new Spread(1.2, 1, 1.3), ratio);
  }

  @Test
  void nanosWhenRoundsAreEvenThenItIsTheMeanOfTheTwoInTheMiddle() {
    round(10, 1);
    round(30, 1);

    assertEquals(20, figures.nanos(OURS).median());
  }

  private void round(double ours, double plain) {
    figures.add(OURS, new Measured(ours, 0));
    figures.add(PLAIN, new Measured(plain, 0));
  }
}
