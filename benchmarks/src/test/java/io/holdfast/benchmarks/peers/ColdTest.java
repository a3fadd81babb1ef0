package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.peers.Cold.Seen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColdTest {

  @Test
  void reportThenHasTheMediansOfEachContender() {
    List<Seen> rounds =
        List.of(
            new Seen(2_700, 90, 3.5, 9), new Seen(2_600, 80, 3, 7), new Seen(2_500, 70, 2.5, 5));

    assertEquals(
        "Holdfast, sync               2,600 classes, 80 of them lambdas; 3.0 s to start, 7.0 s to"
            + " serve\n",
        Cold.report(Map.of("Holdfast, sync", rounds)));
  }
}
