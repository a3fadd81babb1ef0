package io.holdfast.benchmarks.serializers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import io.holdfast.benchmarks.serializers.Serializers.Effort;
import io.holdfast.benchmarks.serializers.Serializers.Task;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerializersReportTest {

  @Test
  void sectionWhenQuickThenSaysOneRoundAndByHowMuchOptionsAreFaster() {
    String section = section(Effort.QUICK);

    assertTrue(section.contains("Rounds: 1, on (c) and (d) 0."), section);
    assertTrue(
        section.contains("| field serializer | 1,000 | 1,000 | 0.75 | 0.75 | 0.75 | 0.75 |"),
        section);
  }

  @Test
  void sectionWhenFullThenSaysHowManyRoundsEachSessionHadAndHasATableForEach() {
    String section = section(Effort.FULL);

    assertTrue(section.contains("Rounds: 3, on (c) and (d) 1."), section);
    assertEquals(
        Arrays.stream(Workload.values()).map(workload -> "### " + workload.title()).toList(),
        section.lines().filter(line -> line.startsWith("### (")).toList());
  }

  private static String section(Effort effort) {
    Figures figures = new Figures();
    for (Workload workload : effort.workloads()) {
      for (Contender contender : Contender.values()) {
        figures.add(
            contender.title(),
            new Task(workload, Task.SIZE).toString(),
            new Turn(1, 1, 0, Waits.NONE, new Traffic(0, 1_000), 0));
        for (String method : List.of(Task.WRITE, Task.READ)) {
          figures.add(
              contender.title(),
              new Task(workload, method).toString(),
              Turn.of(1, 1, seconds(contender)));
        }
      }
    }
    Section section = new SerializersReport(figures, effort).section(new Section("serializers"));
    return section.with("machine", "").toString();
  }

  private static double seconds(Contender contender) {
    if (contender == Contender.KRYO_FIELDS) {
      return 9;
    }
    return contender.isOurs() ? 12 : 10;
  }
}
