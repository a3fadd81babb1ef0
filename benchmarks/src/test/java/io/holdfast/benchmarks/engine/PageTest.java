package io.holdfast.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PageTest {

  @Test
  void followsWhenACounterGoesOnByOneThenItDoes() {
    assertTrue(Page.STATEFULL.follows("9", "10"));
  }

  @Test
  void followsWhenACounterStandsStillOrBeginsAnewThenItDoesNot() {
    assertFalse(Page.STATEFULL.follows("9", "9"));
    assertFalse(Page.STATEFULL.follows("9", "1"));
  }

  @Test
  void followsWhenTheListWasFullThenItBeginsAnew() {
    assertTrue(Page.LISTLIGHT.follows("99", "100"));
    assertTrue(Page.LISTLIGHT.follows("100", "1"));
    assertFalse(Page.LISTLIGHT.follows("50", "1"));
  }

  @Test
  void followsWhenNothingChangesThenTheAnswerIsTheSame() {
    assertTrue(Page.SESSION.follows("old", "old"));
    assertFalse(Page.SESSION.follows("old", "new"));
  }
}
