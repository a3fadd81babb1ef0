package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.peers.Pair.Behind;
import io.holdfast.benchmarks.peers.Peers.Seen;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeersTest {

  private static final String NONE = "MSM kryo, non-sticky none";

  /** All but Redisson were seen. */
  private static String section() {
    Figures figures = new Figures();
    Peers.titles().stream()
        .filter(who -> !who.startsWith("Redisson"))
        .forEach(
            who -> Stream.of(Page.values()).forEach(it -> figures.add(who, "" + it, turn(who))));
    return values(
        Peers.section(
            new Run("peers", Run.Extent.QUICK).section(),
            new Seen(
                figures,
                figures,
                Map.of("MSM java, async", new Behind(27, 3)),
                Map.of("MSM java, async", 1_234L),
                Map.of("Redisson on Redis", "there is no redis-server"))));
  }

  private static Turn turn(String who) {
    int requests = who.startsWith("Tomcat's own") ? 1_000 : 800;
    Waits waits = new Waits(1, 1, 0.5, 2, 3);
    return new Turn(requests, 1, 0.04, waits, new Traffic(400, 80_000), who.equals(NONE) ? 8 : 0);
  }

  private static String values(Section section) {
    Stream.of("tomcat", "memcached", "redis", "rounds", "visits", "visitors", "turn", "warm-up")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }

  @Test
  void sectionThenHasFiguresRatiosAimsAndWhatWasPublished() {
    String section = section();

    Stream.of(
            "| Tomcat's own manager | 1,000 | 1,000 |",
            "| MSM kryo, sync | 0.80 (0.80 to 0.80) |",
            "| MSM kryo, sync | 1.25 (1.25 to 1.25) |",
            "| Redisson on Redis |  |  |  |  |\n",
            """
            | javolution, MSM in 2010 | 1.00 | 0.87 | 0.78 | 0.59 |
            | javolution, Holdfast here | 0.80 | 0.80 | 0.80 | 0.80 |
            | javolution, MSM here | 0.80 | 0.80 | 0.80 | 0.80 |
            """,
            "| aim: Holdfast java, async | ≤ 1.53 |  | ≤ 1.95 |",
            "| MSM java, async | 27 of 300 | 3 of 300 | 1,234 |",
            "| " + NONE + " | 1.00 % | 1.00 % |",
            "| MSM kryo, sync |  |  |",
            "- Redisson on Redis: there is no redis-server\n")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  @Test
  void behindWhenCountersAreOlderOrAnewOrNoNumbersThenTheyAreCounted() {
    assertEquals(new Behind(0, 0), Behind.of(List.of("6", "6"), 6));
    assertEquals(new Behind(2, 0), Behind.of(List.of("6", "5", "2"), 6));
    assertEquals(new Behind(0, 3), Behind.of(List.of("6", "1", "<h1>error</h1>", ""), 6));
  }
}
