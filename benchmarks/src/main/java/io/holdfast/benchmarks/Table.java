package io.holdfast.benchmarks;

/** Rows of a Markdown table, shown on the screen as they come. */
final class Table {

  private final String name;
  private final StringBuilder rows = new StringBuilder();

  Table(String name) {
    this.name = name;
  }

  void row(String... cells) {
    String row = "| " + String.join(" | ", cells) + " |";
    rows.append(row).append('\n');
    say(row);
  }

  /** Shows something that is not part of the table. */
  void say(String line) {
    System.out.println("[" + name + "] " + line);
  }

  /** All rows, each with its line end. */
  @Override
  public String toString() {
    return rows.toString();
  }
}
