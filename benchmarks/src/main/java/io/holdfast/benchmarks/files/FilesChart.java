package io.holdfast.benchmarks.files;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import java.util.List;
import java.util.stream.Stream;

/** Draws how fast files are read, a panel for some numbers of threads. */
final class FilesChart {

  private static final List<Integer> SHOWN = List.of(1, 2, 4, 7);

  private FilesChart() {}

  static String of(Figures figures) {
    BarChart chart = new BarChart();
    for (int threads : SHOWN) {
      chart.panel(
          "%d thread%s, reads a second".formatted(threads, threads == 1 ? "" : "s"),
          Figures.FILES.stream()
              .flatMap(
                  files ->
                      Stream.of(Access.values())
                          .map(access -> bar(figures, new Cell(access, threads, files))))
              .toList());
    }
    return chart.toString();
  }

  private static Bar bar(Figures figures, Cell cell) {
    double value = figures.of(cell);
    return new Bar(
        "%s, %d files".formatted(cell.access().title(), cell.files()),
        value,
        "%,.0f".formatted(value),
        cell.access() == Access.HOLDFAST);
  }
}
