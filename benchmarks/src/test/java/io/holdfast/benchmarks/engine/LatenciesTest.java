package io.holdfast.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

  @Test
  void waitsWhenAnswersOfSeveralClientsDifferThenTheyAreThoseOfAll() {
    Waits waits = Latencies.together(List.of(millis(2, 4), millis(6, 8))).waits();

    assertEquals(5, waits.mean());
    assertEquals(Math.sqrt(5), waits.deviation(), 1e-9);
    assertEquals(4, waits.median());
    assertEquals(8, waits.longest());
  }

  @Test
  void waitsWhenOneOfAHundredIsSlowThenNinetyNineWereWithinTheRest() {
    Latencies latencies = millis(IntStream.rangeClosed(1, 99).toArray());
    latencies.add(5_000_000_000L);

    Waits waits = latencies.waits();

    assertEquals(50, waits.median());
    assertEquals(99, waits.slow());
    assertEquals(5_000, waits.longest());
  }

  @Test
  void turnWhenThereAreMoreAnswersThanRoomThenAllCount() {
    Turn turn = millis(IntStream.range(0, 10_000).toArray()).turn(4);

    assertEquals(2_500, turn.rate());
    assertEquals(4_999, turn.waits().median());
  }

  private static Latencies millis(int... millis) {
    Latencies latencies = new Latencies();
    IntStream.of(millis).forEach(one -> latencies.add(1_000_000L * one));
    return latencies;
  }
}
