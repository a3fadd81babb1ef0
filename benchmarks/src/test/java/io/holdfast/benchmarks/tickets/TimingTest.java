package io.holdfast.benchmarks.tickets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimingTest {

  @Test
  void deviationWhenAnswersDifferThenItIsThatOfAllAnswers() {
    Timing timing = Timing.NONE.plus(2).plus(4).plus(Timing.NONE.plus(6).plus(8));

    assertEquals(5, timing.average());
    assertEquals(Math.sqrt(5), timing.deviation(), 1e-9);
  }

  @Test
  void rateWhenTurnsFollowEachOtherThenTheirSecondsAddUp() {
    Timing one = Timing.NONE.plus(2).plus(2).within(0.5);
    Timing other = Timing.NONE.plus(2).plus(2).within(1.5);

    assertEquals(2, one.plus(other).rate());
  }
}
