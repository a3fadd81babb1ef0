package io.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void ofWhenRoundsAreOddThenTheMedianIsTheOneInTheMiddle() {
    assertEquals(new Spread(3, 1, 90), Spread.of(List.of(90.0, 1.0, 3.0)));
  }

  @Test
  void ofWhenRoundsAreEvenThenTheMedianIsTheMeanOfTheTwoInTheMiddle() {
    assertEquals(new Spread(3.5, 1, 90), Spread.of(List.of(4.0, 90.0, 1.0, 3.0)));
  }

  @Test
  void spansWhenRoundsLieOnBothSidesThenTheDifferenceIsNoise() {
    assertTrue(new Spread(1.2, 0.9, 1.3).spans(1));
    assertTrue(new Spread(1.2, 1, 1.3).spans(1));
    assertTrue(new Spread(0.9, 0.8, 1).spans(1));
  }

  @Test
  void spansWhenAllRoundsLieOnOneSideThenItIsNone() {
    assertFalse(new Spread(1.2, 1.01, 1.3).spans(1));
    assertFalse(new Spread(0.9, 0.8, 0.99).spans(1));
  }

  @Test
  void inWordsWhenThereIsAFormatThenAllThreeFiguresHaveIt() {
    assertEquals("1.20 (0.90 to 1.30)", new Spread(1.2, 0.9, 1.3).inWords());
    assertEquals("1.2 (0.9 to 1.3)", new Spread(1.2, 0.9, 1.3).inWords("%.1f"));
  }
}
