package io.holdfast.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ModeTest {

  @Test
  void aimWhenAPageHasOneThenItStandsInItsColumnTimesTheFactor() {
    assertEquals(
        "| aim: java | ≤ 1.53 |  | ≤ 6.00 |\n",
        Mode.STICKY_ASYNC.aim(
            "java",
            1.5,
            List.of(
                Page.STATELESS.toString(), Page.SESSION.toString(), Page.MODIFY_100.toString())));
  }

  @Test
  void aimWhenAModeHasNoneOfAPageThenItsColumnIsEmpty() {
    List<String> pages = List.of(Page.STATEFULL.toString(), Page.MODIFY_100.toString());

    assertEquals("| aim: all | ≤ 5.00 |  |\n", Mode.ALL.aim("all", 1, pages));
    assertEquals("| aim: plain |  |  |\n", Mode.PLAIN.aim("plain", 1, pages));
  }
}
