package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.peers.Cold.Seen;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

  @Test
  void reportOfFirstsThenHasTheMedianAndWhatOneStartInTwentyExceeds() {
    List<Double> millis = IntStream.rangeClosed(1, 20).mapToObj(start -> 21.0 - start).toList();

    assertEquals(
        "Holdfast, sync               10.5 ms, at the 95th percentile 19.0 ms; starts: 20\n",
        Cold.reportOfFirsts(Map.of("Holdfast, sync", millis)));
  }

  @Test
  void reportOfFirstsWhenThereWasOneStartThenThatIsBoth() {
    assertEquals(
        "plain Tomcat                 5.0 ms, at the 95th percentile 5.0 ms; starts: 1\n",
        Cold.reportOfFirsts(Map.of("plain Tomcat", List.of(5.0))));
  }
}
