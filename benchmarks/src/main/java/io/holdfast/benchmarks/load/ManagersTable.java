package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Spread;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Tables with a row for each manager and a column for each page. The row of the reference holds
 * what was seen, the others what that was divided by the reference's of the same round.
 */
public final class ManagersTable {

  private final Figures figures;
  private final List<? extends Manager> managers;
  private final List<Page> pages;

  /** Creates it; a cell that was not measured is left empty. */
  public ManagersTable(Figures figures, List<? extends Manager> managers, List<Page> pages) {
    this.figures = figures;
    this.managers = managers;
    this.pages = pages;
  }

  /** Requests a second: median, with the least and the most of the quotients. */
  public String throughput() {
    return table(spread("%,.0f", Turn::throughput));
  }

  /** Processor time of the Tomcat for each request, in the same way. */
  public String cpu() {
    return table(spread("%.1f µs", Turn::cpuMicros));
  }

  /** Within which time half of the answers, and 99 of 100, came; medians. */
  public String latencies() {
    return table(this::latencies);
  }

  /** What the store was sent for each request, not divided; medians. */
  public String traffic() {
    return table(
        cell ->
            "%.2f; %,.0f bytes"
                .formatted(
                    figures.of(cell, Turn::operationsEach).median(),
                    figures.of(cell, Turn::bytesEach).median()));
  }

  /** The share of wrong answers; empty where there were none. */
  public String wrong() {
    return table(
        cell -> {
          double share = figures.wrongShare(cell);
          return share == 0 ? "" : "%.2f %%".formatted(100 * share);
        });
  }

  /** A row below a table of processor times. */
  public String aims(Manager manager, Aims aims) {
    return line("aim: " + manager.title(), aims::cell);
  }

  private String line(String head, Function<Page, String> content) {
    return pages.stream()
        .map(content)
        .collect(Collectors.joining(" | ", "| " + head + " | ", " |\n"));
  }

  private String table(Function<Cell, String> content) {
    return line("", Page::title)
        + line("---", page -> "---:")
        + managers.stream()
            .map(manager -> line(manager.title(), page -> cell(new Cell(manager, page), content)))
            .collect(Collectors.joining());
  }

  private String cell(Cell cell, Function<Cell, String> content) {
    return figures.has(cell) ? content.apply(cell) : "";
  }

  private Function<Cell, String> spread(String referenceFormat, ToDoubleFunction<Turn> figure) {
    return cell -> {
      if (isReference(cell)) {
        return referenceFormat.formatted(figures.of(cell, figure).median());
      }
      Spread ratio = figures.ratio(cell, figure);
      return "%.2f (%.2f to %.2f)".formatted(ratio.median(), ratio.least(), ratio.most());
    };
  }

  private String latencies(Cell cell) {
    boolean plain = isReference(cell);
    BiFunction<Cell, ToDoubleFunction<Turn>, Spread> spread = plain ? figures::of : figures::ratio;
    return (plain ? "%.2f and %.1f ms" : "%.2f and %.2f")
        .formatted(
            spread.apply(cell, Turn::medianMillis).median(),
            spread.apply(cell, Turn::slowMillis).median());
  }

  private boolean isReference(Cell cell) {
    return cell.manager().equals(figures.reference());
  }
}
