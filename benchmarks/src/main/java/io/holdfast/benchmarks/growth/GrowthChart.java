package io.holdfast.benchmarks.growth;

import io.holdfast.benchmarks.LineChart;
import io.holdfast.benchmarks.LineChart.Line;
import io.holdfast.benchmarks.LineChart.Point;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Draws what grows with what. */
final class GrowthChart {

  private static final double MEGABYTE = 1 << 20;

  private GrowthChart() {}

  static String of(Figures figures) {
    return new LineChart()
        .panel(
            "Heap after a collection, MB",
            "sessions of 1 KB",
            bySessions(figures, look -> look.heap() / MEGABYTE))
        .panel("Writes to the nodes", "sessions of 1 KB", bySessions(figures, Look::writes))
        .panel("Threads of the Tomcat", "sessions of 1 KB", bySessions(figures, Look::threads))
        .panel(
            "Heap of one session, KB",
            "KB of attributes",
            Stream.of(Keeper.values()).map(keeper -> bySize(figures, keeper)).toList())
        .panel(
            "Threads of the Tomcat",
            "nodes",
            Stream.of(Keeper.values())
                .filter(keeper -> !figures.byNodes(keeper).isEmpty())
                .map(keeper -> byNodes(figures, keeper))
                .toList())
        .toString();
  }

  private static List<Line> bySessions(Figures figures, ToDoubleFunction<Look> figure) {
    return Stream.of(Keeper.values())
        .map(
            keeper ->
                new Line(
                    keeper.title(),
                    figures.bySessions(keeper).stream()
                        .map(look -> new Point(look.sessions(), figure.applyAsDouble(look)))
                        .toList()))
        .toList();
  }

  private static Line bySize(Figures figures, Keeper keeper) {
    return new Line(
        keeper.title(),
        figures.bySize(keeper).entrySet().stream()
            .map(
                sized ->
                    new Point(
                        sized.getKey(),
                        sized.getValue().idle().heapEach(sized.getValue().before()) / 1_024))
            .toList());
  }

  private static Line byNodes(Figures figures, Keeper keeper) {
    return new Line(
        keeper.title(),
        figures.byNodes(keeper).entrySet().stream()
            .map(noded -> new Point(noded.getKey(), noded.getValue().idle().threads()))
            .toList());
  }
}
