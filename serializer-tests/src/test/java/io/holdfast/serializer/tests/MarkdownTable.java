package io.holdfast.serializer.tests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects the rows of a table for a document. */
final class MarkdownTable {

  private final List<List<String>> rows = new ArrayList<>();
  private final int textColumns;

  /**
   * Starts a table.
   *
   * @param textColumns how many columns from the left are text; the others are set right
   */
  MarkdownTable(int textColumns, List<String> header) {
    this.textColumns = textColumns;
    rows.add(header);
  }

  MarkdownTable row(List<String> cells) {
    rows.add(cells);
    return this;
  }

  /** The lines of the table, each with its end. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, rows.get(0));
    int width = rows.get(0).size();
    List<String> rule = new ArrayList<>(Collections.nCopies(textColumns, "---"));
    rule.addAll(Collections.nCopies(width - textColumns, "---:"));
    append(text, rule);
    rows.subList(1, rows.size()).forEach(row -> append(text, row));
    return text.toString();
  }

  private static void append(StringBuilder text, List<String> cells) {
    cells.forEach(cell -> text.append("| ").append(cell.replace("|", "\\|")).append(' '));
    text.append("|\n");
  }
}
