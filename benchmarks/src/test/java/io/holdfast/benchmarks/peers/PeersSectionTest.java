package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.load.Cell;
import io.holdfast.benchmarks.load.Figures;
import io.holdfast.benchmarks.load.Page;
import io.holdfast.benchmarks.load.Traffic;
import io.holdfast.benchmarks.load.Turn;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeersSectionTest {

  private final Results results = new Results();
  private final PeersSection section = new PeersSection(results, Effort.QUICK, "- a machine\n");

  @BeforeEach
  void measure() {
    for (Contender contender : Contender.values()) {
      if (contender != Contender.REDISSON) {
        measure(results.users(), contender, List.of(Page.values()));
        measure(results.visitors(), contender, PeersMeasurement.PUBLISHED);
      }
    }
    results.behind().put(Contender.MSM_JAVA_ASYNC, new Behind(300, 27, 3));
    results.complaints().put(Contender.MSM_JAVA_ASYNC, 1_234L);
  }

  private static void measure(Figures figures, Contender contender, List<Page> pages) {
    int requests = contender == Contender.PLAIN ? 1_000 : 800;
    for (Page page : pages) {
      Turn turn =
          new Turn(
              requests,
              1,
              0.04,
              0.5,
              2,
              new Traffic(400, 80_000),
              contender == Contender.MSM_KRYO_NONE ? 8 : 0);
      figures.add(new Cell(contender, page), turn);
    }
  }

  @Test
  void toStringWhenItIsTomcatsOwnManagerThenItsFiguresAreAbsolute() {
    assertTrue(section.toString().contains("| Tomcat's own manager | 1,000 | 1,000 |"));
  }

  @Test
  void toStringWhenItIsAnotherManagerThenItsFiguresAreRatios() {
    assertTrue(section.toString().contains("| MSM kryo, sync | 0.80 (0.80 to 0.80) |"));
    assertTrue(section.toString().contains("| MSM kryo, sync | 1.25 (1.25 to 1.25) |"));
  }

  @Test
  void toStringWhenFiguresWerePublishedThenTheyStandAboveOurs() {
    assertTrue(
        section
            .toString()
            .contains(
                """
                | javolution, MSM in 2010 | 1.00 | 0.87 | 0.78 | 0.59 |
                | javolution, Holdfast here | 0.80 | 0.80 | 0.80 | 0.80 |
                | javolution, MSM here | 0.80 | 0.80 | 0.80 | 0.80 |
                """));
  }

  @Test
  void toStringWhenAPageHasAnAimThenItStandsBelowTheFigures() {
    assertTrue(section.toString().contains("| aim: Holdfast java, async | ≤ 1.55 |  | ≤ 2.10 |"));
  }

  @Test
  void toStringWhenSessionsAreBehindThenTheTableCountsThem() {
    assertTrue(section.toString().contains("| MSM java, async | 27 of 300 | 3 of 300 | 1,234 |"));
  }

  @Test
  void toStringWhenAnswersAreWrongThenTheirShareIsShown() {
    assertTrue(section.toString().contains("| MSM kryo, non-sticky none | 1.00 % | 1.00 % |"));
    assertTrue(section.toString().contains("| MSM kryo, sync |  |  |"));
  }

  @Test
  void toStringWhenAManagerDidNotStartThenItsRowIsEmptyAndTheReasonIsBelow() {
    results.fail("Redisson on Redis", new IOException("there is no redis-server\nsecond line"));

    assertTrue(section.toString().contains("| Redisson on Redis |  |  |  |  |\n"));
    assertTrue(section.toString().endsWith("- Redisson on Redis: there is no redis-server\n"));
  }

  @Test
  void toStringWhenEverythingWasMeasuredThenNothingIsSaidAboutFailures() {
    assertFalse(section.toString().contains("could not be measured"));
  }
}
