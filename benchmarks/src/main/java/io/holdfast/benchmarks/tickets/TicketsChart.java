package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.BarChart;
import io.holdfast.benchmarks.BarChart.Bar;
import io.holdfast.benchmarks.tickets.server.TicketForm;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Draws the three figures that count. */
final class TicketsChart {

  private TicketsChart() {}

  static String of(Figures figures) {
    return new BarChart()
        .panel(
            "requests a second, the six steps together",
            bars(form -> figures.of(form, Turn::rate).median(), "%,.0f"))
        .panel(
            "processor time of the Tomcat for a visit, ms",
            bars(form -> figures.of(form, Turn::cpuMillis).median(), "%.2f"))
        .panel(
            "bytes of a service ticket in memcached",
            bars(form -> figures.sizes(form).serviceTicket(), "%,.0f"))
        .toString();
  }

  private static List<Bar> bars(ToDoubleFunction<TicketForm> figure, String format) {
    return Stream.of(TicketForm.values())
        .map(
            form -> {
              double value = figure.applyAsDouble(form);
              return new Bar(
                  form.title(), value, format.formatted(value), form != TicketForm.SPYMEMCACHED);
            })
        .toList();
  }
}
