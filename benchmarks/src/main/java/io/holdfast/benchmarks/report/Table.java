package io.holdfast.benchmarks.report;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tables in Markdown. */
public final class Table {

  private Table() {}

  /** One line. */
  public static String line(String... cells) {
    return line(List.of(cells));
  }

  /** One line. */
  public static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** A table with a line for each row and a column for each figure; nothing above the rows. */
  public static String grid(
      List<String> rows, List<String> columns, BiFunction<String, String, String> cell) {
    return grid(rows.get(0).replaceAll("[^|]+", ""), rows, columns, cell);
  }

  /**
   * The same.
   *
   * @param head stands above the rows
   * @param rows what stands before the figures; a bar in these and in the head makes two columns
   */
  public static String grid(
      String head,
      List<String> rows,
      List<String> columns,
      BiFunction<String, String, String> cell) {
    StringBuilder table = new StringBuilder(row(head, columns, column -> column));
    table
        .append("| --- ".repeat(head.split("\\|", -1).length))
        .append("| ---: ".repeat(columns.size()));
    table.append("|\n");
    rows.forEach(row -> table.append(row(row, columns, column -> cell.apply(row, column))));
    return table.toString();
  }

  /** A line with a figure for each column. */
  public static String row(String head, List<String> columns, Function<String, String> cell) {
    return columns.stream()
        .map(cell)
        .collect(Collectors.joining(" | ", "| " + head + " | ", " |\n"));
  }
}
