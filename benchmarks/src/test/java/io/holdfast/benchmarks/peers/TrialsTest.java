package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.peers.Outage.Phase;
import io.holdfast.benchmarks.peers.Pair.Behind;
import io.holdfast.benchmarks.peers.Trials.Seen;
import io.holdfast.benchmarks.peers.Updates.Lost;
import io.holdfast.benchmarks.peers.Updates.Outcome;
import io.holdfast.benchmarks.report.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrialsTest {

  @Test
  void sectionThenHasARowForEachManagerAndWhatFailed() {
    Outage outage =
        new Outage(new Phase(900, 3, 1.25), new Phase(400, 0, 0.1), 2, new Behind(4, 5));
    Map<String, Seen> seen = new LinkedHashMap<>();
    seen.put("Ours", new Seen(0, new Behind(1, 2), null, outage));
    Updates updates = new Updates(new Lost(50, 7, 0), new Lost(50, 8, 9));
    seen.put("Theirs", new Seen(3, new Behind(0, 0), updates, outage));

    String section = section(seen, Map.of("Others", "no server"));

    Stream.of(
            "| Ours | 1 and 2 | – | – | none |\n",
            "| Theirs | 0 and 0 | 7 of 50 | 8 of 50, errors in 9 | 3 |\n",
            "| Ours | 3 of 900, 1.3 s | 0 of 400, 0.1 s | 2 | 4 and 5 |\n",
            "- Others could not be tried: no server\n")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  private static String section(Map<String, Seen> seen, Map<String, String> failures) {
    Section section = Trials.section(new Run("trials", Run.Extent.QUICK).section(), seen, failures);
    Stream.of("tomcat", "memcached", "redis").forEach(place -> section.with(place, ""));
    return section.toString();
  }

  @Test
  void lostWhenOutcomesAreCountedThenErrorsAreNoLosses() {
    assertEquals(
        new Lost(4, 1, 2),
        Lost.of(List.of(Outcome.KEPT, Outcome.ERROR, Outcome.LOST, Outcome.ERROR)));
  }

  @Test
  void phaseWhenClientsAreTakenTogetherThenTheSlowestCounts() {
    assertEquals(
        new Phase(5, 1, 0.5), Phase.of(List.of(new Phase(2, 1, 0.1), new Phase(3, 0, 0.5))));
  }
}
