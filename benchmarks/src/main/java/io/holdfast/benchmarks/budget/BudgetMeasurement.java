package io.holdfast.benchmarks.budget;

import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the steps of a backup, one after the other, in rounds. */
final class BudgetMeasurement {

  private static final List<Integer> KILOBYTES = List.of(1, 10);
  private static final int ROUNDS = 6;
  private static final long NANOS = 400_000_000;

  private final Meter meter = new Meter();

  private BudgetMeasurement() {}

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    String loadBefore = WebAppContext.loadAverage();
    String section;
    try (Steps steps = new Steps()) {
      Map<Integer, Map<String, Cost>> costs = new BudgetMeasurement().measure(steps);
      section =
          new BudgetSection(costs, WebAppContext.machine("benchmarks/run budget", loadBefore))
              .toString();
    }
    new MeasurementsDocument(root.resolve("docs/performance.md"), "# Performance\n")
        .replace("budget", section);
  }

  /** The first round warms up; of the others the cheapest counts. */
  private Map<Integer, Map<String, Cost>> measure(Steps steps) throws Exception {
    Map<Integer, List<Step>> all = new LinkedHashMap<>();
    for (int kilobytes : KILOBYTES) {
      all.put(kilobytes, new ArrayList<>(steps.of(kilobytes)));
    }
    Progress progress = new Progress("budget", ROUNDS);
    Map<Integer, Map<String, Cost>> costs = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Map.Entry<Integer, List<Step>> session : all.entrySet()) {
        Map<String, Cost> of =
            costs.computeIfAbsent(session.getKey(), ignored -> new LinkedHashMap<>());
        for (Step step : session.getValue()) {
          Cost cost = meter.measure(step, NANOS);
          if (round > 0) {
            of.merge(step.title(), cost, Cost::least);
          }
        }
      }
      progress.step(round == 0 ? "warmed up" : "round " + round);
    }
    return costs;
  }
}
