package io.holdfast.console;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/** The nodes of an application or a single sign-on: state, latency, evictions. */
final class NodesSection {

  private static final List<String> COLUMNS =
      List.of(
          "Node",
          "Address",
          "State",
          "Since",
          "Median",
          "p99",
          "Longest",
          "No answer",
          "Refused",
          "Evictions",
          "Memory");

  private final Beans beans;
  private final Instant now;

  NodesSection(Beans beans, Instant now) {
    this.beans = beans;
    this.now = now;
  }

  void write(Html html, Bean component) {
    html.element("h3", "Nodes");
    List<Bean> nodes = beans.nodes(component);
    if (nodes.isEmpty()) {
      html.element("p", "None is in use.");
      return;
    }
    Table table = new Table(html, "Times are of the last five minutes", COLUMNS);
    nodes.forEach(node -> row(table, node));
    table.close();
  }

  private void row(Table table, Bean node) {
    String state = node.text("state");
    table
        .row()
        .cell(node.key("node"))
        .cell(node.text("address"))
        .cell(state, style(state))
        .cell(since(node.text("since")))
        .cell(Shown.micros(node.number("operationMicrosP50")))
        .cell(Shown.micros(node.number("operationMicrosP99")))
        .cell(Shown.micros(node.number("operationMicrosMax")))
        .cell(Shown.count(node.number("failures")))
        .cell(Shown.count(node.number("refusals")))
        .cell(Shown.count(node.number("evictions")), styleOfZero(node, "evictions"))
        .cell(Shown.percent(node.number("memoryPercent")))
        .endRow();
  }

  private static String style(String state) {
    return switch (state) {
      case "AVAILABLE" -> "state good";
      case "LOST" -> "state bad";
      default -> "state plain";
    };
  }

  private static String styleOfZero(Bean node, String attribute) {
    return node.number(attribute).orElse(0) > 0 ? "bad" : "plain";
  }

  private String since(String instant) {
    try {
      return Shown.age(Duration.between(Instant.parse(instant), now));
    } catch (DateTimeParseException unknown) {
      return instant;
    }
  }
}
