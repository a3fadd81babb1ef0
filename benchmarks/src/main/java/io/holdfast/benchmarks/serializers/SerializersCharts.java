package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Draws what was measured. */
final class SerializersCharts {

  private SerializersCharts() {}

  /** Bytes and times of all contenders on one workload. */
  static String chart(Figures figures, Workload workload) {
    return new BarChart()
        .panel("bytes", bars(workload, c -> figures.bytes(workload, c), "%.0f"))
        .panel("µs to write", bars(workload, micros(figures, workload, Operation.WRITE), "%.1f"))
        .panel("µs to read", bars(workload, micros(figures, workload, Operation.READ), "%.1f"))
        .toString();
  }

  private static ToDoubleFunction<Contender> micros(
      Figures figures, Workload workload, Operation operation) {
    return contender -> figures.nanos(new Cell(contender, workload, operation)).median() / 1_000;
  }

  private static List<Bar> bars(
      Workload workload, ToDoubleFunction<Contender> figure, String format) {
    return Stream.of(Contender.values())
        .filter(contender -> contender.isMeasuredOn(workload))
        .map(
            contender -> {
              double value = figure.applyAsDouble(contender);
              String label = contender.serializer() + ", " + contender.use();
              return new Bar(label, value, format.formatted(value), contender.isOurs());
            })
        .toList();
  }
}
