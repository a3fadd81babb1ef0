package io.holdfast.benchmarks.budget;

import java.util.Map;

/** The table of the steps. */
final class BudgetSection {

  private static final double MICRO = 1_000;

  private final Map<Integer, Map<String, Cost>> costs;
  private final String surroundings;

  BudgetSection(Map<Integer, Map<String, Cost>> costs, String surroundings) {
    this.costs = costs;
    this.surroundings = surroundings;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("## The steps\n\n");
    text.append(
        """
        Processor time of the thread that takes the step, and of the process' other threads; bytes that
        all of them allocate. Each step was repeated for 0.4 s in each of five rounds after one to warm
        up; the cheapest round counts. One node, whose own processor time is not in it.

        """);
    text.append(surroundings);
    costs.forEach(
        (kilobytes, steps) -> {
          text.append("\n### A session of %d KB\n\n".formatted(kilobytes));
          text.append("| step | own µs | other threads µs | bytes allocated |\n");
          text.append("|---|---:|---:|---:|\n");
          steps.forEach((title, cost) -> text.append(row(title, cost)));
        });
    return text.toString();
  }

  private static String row(String title, Cost cost) {
    return "| %s | %.2f | %.2f | %,.0f |\n"
        .formatted(title, cost.ownNanos() / MICRO, cost.otherNanos() / MICRO, cost.bytes());
  }
}
