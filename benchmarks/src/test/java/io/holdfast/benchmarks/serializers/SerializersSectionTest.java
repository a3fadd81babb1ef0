package io.holdfast.benchmarks.serializers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerializersSectionTest {

  private static final double PLAIN_NANOS = 10_000;
  private static final double OUR_NANOS = 12_000;
  private static final double NANOS_WITHOUT_NAMES = 9_000;

  @Test
  void toStringWhenQuickThenSaysOneRound() {
    assertTrue(section(Effort.QUICK).contains("is the median of 1 round; in each"));
  }

  @Test
  void toStringWhenFullThenSaysHowManyRoundsEachSessionHad() {
    assertTrue(
        section(Effort.FULL).contains("is the median of 3 rounds, on (c) and (d) of 1 round; in"));
  }

  @Test
  void toStringWhenFullThenHasATableForEachSession() {
    List<String> lines = section(Effort.FULL).lines().toList();

    assertEquals(
        Arrays.stream(Workload.values()).map(workload -> "### " + workload.title()).toList(),
        lines.stream().filter(line -> line.startsWith("### (")).toList());
  }

  @Test
  void toStringWhenAnOptionIsFasterThenTheTableOfOptionsSaysByHowMuch() {
    String row =
        section(Effort.QUICK)
            .lines()
            .filter(line -> line.startsWith("| field serializer |"))
            .findFirst()
            .orElseThrow();

    assertTrue(row.startsWith("| field serializer | 1,000 | 1,000 | 0.75 | 0.75 | 0.75 | 0.75 |"));
  }

  private static String section(Effort effort) {
    return new SerializersSection(figures(effort), effort, "").toString();
  }

  private static Figures figures(Effort effort) {
    Figures figures = new Figures();
    for (Workload workload : effort.workloads()) {
      for (Contender contender : Contender.values()) {
        figures.size(workload, contender, 1_000);
        for (Operation operation : Operation.values()) {
          figures.add(new Cell(contender, workload, operation), new Measured(nanos(contender), 0));
        }
      }
    }
    return figures;
  }

  private static double nanos(Contender contender) {
    if (contender == Contender.KRYO_FIELDS) {
      return NANOS_WITHOUT_NAMES;
    }
    return contender.isOurs() ? OUR_NANOS : PLAIN_NANOS;
  }
}
