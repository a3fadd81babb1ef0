package io.holdfast.benchmarks.report;

import java.util.List;

/**
 * Horizontal bars in panels, one below the other, as SVG. Its colors can be told from a light
 * background and from a dark one.
 */
public final class BarChart {

  private static final int USUAL_LABELS = 210;
  private static final int BARS_AND_VALUES = 550;
  private static final int LONGEST_BAR = 440;
  private static final int ROW = 20;
  private static final int HEAD = 34;

  private final StringBuilder body = new StringBuilder();
  private final int barFrom;
  private int height;

  /**
   * One bar.
   *
   * @param label stands before it
   * @param value its length
   * @param shown stands behind it
   * @param stressed whether it is one of ours
   */
  public record Bar(String label, double value, String shown, boolean stressed) {}

  /** Creates a chart without panels. */
  public BarChart() {
    this(USUAL_LABELS);
  }

  /** Creates a chart without panels that has so many pixels for labels. */
  public BarChart(int labels) {
    this.barFrom = labels;
  }

  /** Adds bars with a scale of their own. */
  public BarChart panel(String title, List<Bar> bars) {
    text("title", 0, height + HEAD - 12, title);
    height += HEAD;
    double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    for (Bar bar : bars) {
      long length = Math.max(1, Math.round(bar.value() / longest * LONGEST_BAR));
      text("label", barFrom - 8, height + 14, bar.label());
      body.append(
          "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"/>\n"
              .formatted(bar.stressed() ? "ours" : "plain", barFrom, height + 3, length, ROW - 6));
      text("value", barFrom + length + 6, height + 14, bar.shown());
      height += ROW;
    }
    return this;
  }

  private void text(String style, long x, int y, String text) {
    body.append(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n"
            .formatted(style, x, y, text.replace("&", "&amp;").replace("<", "&lt;")));
  }

  /** The file's content. */
  @Override
  public String toString() {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d">
        <style>
        text { font: 12px sans-serif; fill: #7d8590; }
        .title { font-weight: bold; font-size: 13px; }
        .label { text-anchor: end; }
        .plain { fill: #8c959f; }
        .ours { fill: #2f81f7; }
        </style>
        %3$s</svg>
        """
        .formatted(barFrom + BARS_AND_VALUES, height + ROW / 2, body);
  }
}
