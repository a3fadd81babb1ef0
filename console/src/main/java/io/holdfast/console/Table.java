package io.holdfast.console;

import java.util.List;

/** A table that becomes a list of cards on a small screen: each cell names its column. */
final class Table {

  private final Html html;
  private final List<String> columns;
  private int next;

  /** Begins it. */
  Table(Html html, String caption, List<String> columns) {
    this.html = html;
    this.columns = columns;
    html.open("table").element("caption", caption).open("thead").open("tr");
    columns.forEach(column -> html.element("th", column, "scope", "col"));
    html.close().close().open("tbody");
  }

  Table row() {
    next = 0;
    html.open("tr");
    return this;
  }

  Table cell(String text) {
    return cell(text, "");
  }

  /** A cell of a style. */
  Table cell(String text, String style) {
    begin().element("span", text, "class", style);
    return end();
  }

  /** Begins a cell for something else than a text. */
  Html begin() {
    return html.open("td", "data-label", columns.get(next++));
  }

  Table end() {
    html.close();
    return this;
  }

  void endRow() {
    html.close();
  }

  /** Ends it. */
  void close() {
    html.close().close();
  }
}
