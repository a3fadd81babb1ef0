package io.holdfast.benchmarks.growth;

import io.holdfast.benchmarks.growth.Figures.Noded;
import io.holdfast.benchmarks.growth.Figures.Sized;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of the document: what was done, three tables, one chart. */
final class GrowthSection {

  static final String IMAGE = "growth.svg";

  private static final String AIM = "1.2";

  private final Figures figures;
  private final String surroundings;

  GrowthSection(Figures figures, String surroundings) {
    this.figures = figures;
    this.surroundings = surroundings;
  }

  @Override
  public String toString() {
    return """
        ## What grows with sessions, their size, and nodes

        Sessions of mixed attributes of about 1 KB each are made over HTTP, and nobody asks for them any
        more. Heap is what a full collection leaves, and for each session what it is more than without
        sessions, after two thousand have warmed everything up. "÷ plain" is by Tomcat's own manager; aimed
        at is at most %s. Sticky sessions are backed up asynchronously, the others before the response leaves;
        sticky ones lie on one of two nodes, the others on both. Those that are not sticky are idle, as after
        a minute without a request: they have given up their objects for their bytes (`maxIdleDecoded`).

        %s
        ![What grows](images/%s)

        ### With the number of sessions

        %s
        ### With the size of a session

        "changed" is one attribute of all, in place, once.

        %s
        ### With the number of nodes

        %s
        """
        .formatted(AIM, surroundings, IMAGE, bySessions(), bySize(), byNodes());
  }

  private String bySessions() {
    StringBuilder table =
        new StringBuilder(
            head(
                "sessions",
                "heap MB",
                "bytes each",
                "÷ plain",
                "threads",
                "writes each",
                "items",
                "MB on the nodes"));
    for (Keeper keeper : Keeper.values()) {
      List<Look> looks = figures.bySessions(keeper);
      for (int place = 1; place < looks.size(); place++) {
        Look look = looks.get(place);
        Look before = looks.get(0);
        table.append(
            line(
                keeper.title(),
                "%,d".formatted(look.sessions() - before.sessions()),
                "%,.1f".formatted(look.heap() / 1048576.0),
                "%,.0f".formatted(figures.heapEach(keeper, place)),
                keeper == Keeper.TOMCAT ? "" : "%.2f".formatted(figures.heapRatio(keeper, place)),
                Integer.toString(look.threads()),
                "%.2f".formatted(look.writesEach(before)),
                "%,d".formatted(look.items()),
                "%,.0f".formatted(look.bytes() / 1048576.0)));
      }
    }
    return table.toString();
  }

  private String bySize() {
    return head(
            "KB",
            "bytes of heap each",
            "÷ plain",
            "bytes on the nodes",
            "writes",
            "changed:" + " writes")
        + rows(
            figures::bySize,
            (keeper, kilobytes, sized) ->
                List.of(
                    "%,.0f".formatted(heapOf(sized)),
                    keeper == Keeper.TOMCAT
                        ? ""
                        : "%.2f".formatted(heapOf(sized) / plainHeap(kilobytes)),
                    "%,.0f".formatted(sized.idle().bytesEach(sized.before())),
                    "%.2f".formatted(sized.idle().writesEach(sized.before())),
                    "%.2f".formatted(sized.writesOfChange())));
  }

  private static double heapOf(Sized sized) {
    return sized.idle().heapEach(sized.before());
  }

  private double plainHeap(int kilobytes) {
    Sized plain = figures.bySize(Keeper.TOMCAT).get(kilobytes);
    return plain == null ? Double.NaN : heapOf(plain);
  }

  private String byNodes() {
    return head("nodes", "heap MB", "threads", "connections", "writes for a session")
        + rows(
            figures::byNodes,
            (keeper, number, noded) ->
                List.of(
                    "%.1f".formatted(noded.idle().heap() / 1048576.0),
                    Integer.toString(noded.idle().threads()),
                    Long.toString(noded.idle().connections()),
                    "%.2f".formatted(writesOf(noded))));
  }

  private static double writesOf(Noded noded) {
    return noded.idle().writesEach(noded.before());
  }

  /** The figures of one row. */
  private interface Row<T> {
    List<String> of(Keeper keeper, int place, T seen);
  }

  private static <T> String rows(
      Function<Keeper, ? extends SortedMap<Integer, T>> seen, Row<T> row) {
    return Stream.of(Keeper.values())
        .flatMap(
            keeper ->
                seen.apply(keeper).entrySet().stream()
                    .map(
                        entry -> {
                          List<String> cells = new ArrayList<>();
                          cells.add("%,d".formatted(entry.getKey()));
                          cells.addAll(row.of(keeper, entry.getKey(), entry.getValue()));
                          return line(keeper.title(), cells.toArray(String[]::new));
                        }))
        .collect(Collectors.joining());
  }

  private static String head(String... columns) {
    return line("", columns)
        + line("---", Stream.of(columns).map(column -> "---:").toArray(String[]::new));
  }

  private static String line(String first, String... cells) {
    return "| " + first + " | " + String.join(" | ", cells) + " |\n";
  }
}
