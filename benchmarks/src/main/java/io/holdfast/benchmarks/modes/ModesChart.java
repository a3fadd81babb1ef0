package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Draws one figure of all modes, a panel for each page. */
final class ModesChart {

  private ModesChart() {}

  /**
   * The chart.
   *
   * @param unit stands behind the name of each page
   * @param format of the figure behind its bar
   */
  static String of(Figures figures, ToDoubleFunction<Turn> figure, String unit, String format) {
    BarChart chart = new BarChart();
    for (Page page : Page.values()) {
      chart.panel(
          page.title() + ", " + unit,
          Stream.of(Mode.values())
              .map(mode -> bar(mode, figures.of(new Cell(mode, page), figure).median(), format))
              .toList());
    }
    return chart.toString();
  }

  private static Bar bar(Mode mode, double value, String format) {
    return new Bar(mode.title(), value, format.formatted(value), mode != Mode.PLAIN);
  }
}
