package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class BehindTest {

  @Test
  void ofWhenAllGoOnCountingThenNoneIsBehind() {
    assertEquals(new Behind(3, 0, 0), Behind.of(List.of("6", "6", "6"), 6));
  }

  @Test
  void ofWhenACounterGoesOnEarlierThenItIsBehind() {
    assertEquals(new Behind(4, 2, 0), Behind.of(List.of("6", "5", "2", "6"), 6));
  }

  @Test
  void ofWhenACounterBeginsAnewThenItsSessionIsLost() {
    assertEquals(new Behind(3, 0, 1), Behind.of(List.of("6", "1", "6"), 6));
  }

  @Test
  void ofWhenTheAnswerIsNoNumberThenTheSessionIsLost() {
    assertEquals(new Behind(2, 0, 2), Behind.of(List.of("<h1>error</h1>", ""), 6));
  }
}
