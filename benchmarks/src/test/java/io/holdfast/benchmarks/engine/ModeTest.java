package io.holdfast.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ModeTest {

  @Test
  void aimWhenAPageHasOneThenItStandsInItsColumnTimesTheFactor() {
    assertEquals(
        "| aim: java | ≤ 1.55 |  | ≤ 6.00 |\n",
        Mode.STICKY_ASYNC.aim(
            "java",
            1.5,
            List.of(
                Page.STATELESS.toString(), Page.SESSION.toString(), Page.MODIFY_100.toString())));
  }
}
