package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws one figure of several managers, a panel for each page. */
public final class ManagersChart {

  private static final int LEAST_LABELS = 210;

  /** Of one character, with room to spare. */
  private static final int LABEL_PIXELS = 7;

  private final Figures figures;
  private final List<? extends Manager> managers;
  private final List<Page> pages;

  /** Creates it; what was not measured is left out. */
  public ManagersChart(Figures figures, List<? extends Manager> managers, List<Page> pages) {
    this.figures = figures;
    this.managers = managers;
    this.pages = pages;
  }

  /**
   * The chart.
   *
   * @param unit stands behind the name of each page
   * @param format of the figure behind its bar
   */
  public String of(ToDoubleFunction<Turn> figure, String unit, String format) {
    int longest = managers.stream().mapToInt(manager -> manager.title().length()).max().orElse(0);
    BarChart chart = new BarChart(Math.max(LEAST_LABELS, longest * LABEL_PIXELS));
    for (Page page : pages) {
      chart.panel(
          page.title() + ", " + unit,
          managers.stream()
              .filter(manager -> figures.has(new Cell(manager, page)))
              .map(
                  manager ->
                      bar(manager, figures.of(new Cell(manager, page), figure).median(), format))
              .toList());
    }
    return chart.toString();
  }

  private static Bar bar(Manager manager, double value, String format) {
    return new Bar(manager.title(), value, format.formatted(value), manager.isOurs());
  }
}
