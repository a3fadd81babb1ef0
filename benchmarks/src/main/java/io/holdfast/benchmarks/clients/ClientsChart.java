package io.holdfast.benchmarks.clients;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import java.util.List;
import java.util.stream.Stream;

/** Draws operations a second, a panel for each operation and some numbers of clients. */
final class ClientsChart {

  private static final List<Integer> SHOWN = List.of(50, 300);

  private ClientsChart() {}

  static String of(Figures figures) {
    BarChart chart = new BarChart();
    for (Operation operation : Operation.values()) {
      for (int clients : SHOWN) {
        chart.panel(
            "%s, %d clients, operations a second".formatted(operation.title(), clients),
            Stream.of(Way.values())
                .map(way -> bar(figures, new Cell(way, clients, operation)))
                .toList());
      }
    }
    return chart.toString();
  }

  private static Bar bar(Figures figures, Cell cell) {
    double value = figures.best(cell);
    return new Bar(cell.way().title(), value, "%,.0f".formatted(value), cell.way() == Way.HOLDFAST);
  }
}
