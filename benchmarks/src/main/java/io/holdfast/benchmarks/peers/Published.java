package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.load.Cell;
import io.holdfast.benchmarks.load.Figures;
import io.holdfast.benchmarks.load.Page;
import io.holdfast.benchmarks.load.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The figures that memcached-session-manager published in 2010, requests a second, each page in the
 * order of {@link PeersMeasurement#PUBLISHED}.
 */
final class Published {

  private static final List<Integer> NO_MANAGER = List.of(2038, 1506, 920, 326);

  private static final List<Published> SERIALIZERS =
      List.of(
          new Published("javolution", List.of(2038, 1310, 713, 191))
              .today("Holdfast", Contender.JAVOLUTION_ASYNC)
              .today("MSM", Contender.MSM_JAVOLUTION_ASYNC),
          new Published("java", List.of(2038, 1271, 671, 214))
              .today("Holdfast", Contender.JAVA_ASYNC)
              .today("MSM", Contender.MSM_JAVA_ASYNC),
          new Published("xstream", List.of(2035, 1172, 288, 52))
              .today("Holdfast", Contender.XSTREAM_ASYNC)
              .today("MSM", Contender.MSM_XSTREAM_ASYNC));

  private final String serializer;
  private final List<Integer> figures;
  private final Map<String, Contender> today = new LinkedHashMap<>();

  private Published(String serializer, List<Integer> figures) {
    this.serializer = serializer;
    this.figures = figures;
  }

  private Published today(String product, Contender contender) {
    today.put(product, contender);
    return this;
  }

  /** A table: what was published, and below it what was seen here. */
  static String table(Figures here) {
    List<String> lines = new ArrayList<>();
    lines.add(line("", PeersMeasurement.PUBLISHED.stream().map(Page::title).toList()));
    lines.add(line("---", PeersMeasurement.PUBLISHED.stream().map(page -> "---:").toList()));
    lines.add(line("no manager, 2010", NO_MANAGER.stream().map("%,d"::formatted).toList()));
    lines.add(
        line(
            "no manager, here",
            PeersMeasurement.PUBLISHED.stream()
                .map(page -> new Cell(Contender.PLAIN, page))
                .map(cell -> here.has(cell) ? requests(here, cell) : "")
                .toList()));
    for (Published published : SERIALIZERS) {
      lines.add(line(published.serializer + ", MSM in 2010", published.ratios()));
      published.today.forEach(
          (product, contender) ->
              lines.add(
                  line(published.serializer + ", " + product + " here", ratios(here, contender))));
    }
    return String.join("", lines);
  }

  private List<String> ratios() {
    return IntStream.range(0, figures.size())
        .mapToObj(page -> "%.2f".formatted(figures.get(page) / (double) NO_MANAGER.get(page)))
        .toList();
  }

  private static List<String> ratios(Figures here, Contender contender) {
    return PeersMeasurement.PUBLISHED.stream()
        .map(page -> new Cell(contender, page))
        .map(
            cell ->
                here.has(cell) ? "%.2f".formatted(here.ratio(cell, Turn::throughput).median()) : "")
        .toList();
  }

  private static String requests(Figures here, Cell cell) {
    return "%,.0f".formatted(here.of(cell, Turn::throughput).median());
  }

  private static String line(String head, List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| " + head + " | ", " |\n"));
  }
}
