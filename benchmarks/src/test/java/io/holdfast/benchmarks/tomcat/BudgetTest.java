package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.tomcat.Budget.Allocated;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetTest {

  private static final double BUDGET = Budget.BUDGET.get(3).kilobytes().get(1);

  @Test
  void aboveWhenAPageTakesMoreThanATenthMoreThenIsNamed() {
    assertEquals(List.of(), Budget.above(taken(BUDGET)));
    assertEquals(List.of(), Budget.above(taken(1.09 * BUDGET)));
    assertEquals(
        List.of(
            "non-sticky, all, 10 KB read: %.1f KB, the budget is %.1f"
                .formatted(1.11 * BUDGET, BUDGET)),
        Budget.above(taken(1.11 * BUDGET)));
  }

  @Test
  void reportThenEachPageIsBesideItsBudget() {
    String report = Budget.report(taken(2 * BUDGET));

    assertTrue(report.contains("  10 KB read %.1f (%.1f)  ".formatted(2 * BUDGET, BUDGET)), report);
  }

  /** As the budget is, but for one page. */
  private static List<Allocated> taken(double kilobytes) {
    List<Allocated> taken = new ArrayList<>(Budget.BUDGET);
    Allocated budget = taken.get(3);
    List<Double> pages = new ArrayList<>(budget.kilobytes());
    pages.set(1, kilobytes);
    taken.set(3, new Allocated(budget.mode(), pages));
    return taken;
  }
}
