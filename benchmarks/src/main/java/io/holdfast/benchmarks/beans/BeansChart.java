package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import java.util.List;
import java.util.stream.Stream;

/** Draws requests a second, a panel for each number of users. */
final class BeansChart {

  private BeansChart() {}

  static String of(Figures figures, Effort effort) {
    BarChart chart = new BarChart();
    for (int users : effort.users()) {
      List<Bar> bars =
          Stream.of(Kind.values())
              .flatMap(kind -> Stream.of(Keeper.values()).map(keeper -> new Server(keeper, kind)))
              .map(server -> bar(figures, new Cell(server, users)))
              .toList();
      chart.panel("%d users, requests a second".formatted(users), bars);
    }
    return chart.toString();
  }

  private static Bar bar(Figures figures, Cell cell) {
    double rate = figures.of(cell, Turn::rate).median();
    boolean ours = cell.server().keeper() == Keeper.HOLDFAST;
    String label = "type %d, %s".formatted(cell.server().kind().type(), ours ? "ours" : "Tomcat");
    return new Bar(label, rate, "%,.0f".formatted(rate), ours);
  }
}
