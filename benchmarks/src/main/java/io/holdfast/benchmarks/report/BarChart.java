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

  private final Svg svg = new Svg();
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
    svg.text("title", 0, height + HEAD - 12, title);
    height += HEAD;
    double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    for (Bar bar : bars) {
      long length = Math.max(1, Math.round(bar.value() / longest * LONGEST_BAR));
      svg.text("label", barFrom - 8, height + 14, bar.label());
      svg.draw(
          "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"/>"
              .formatted(bar.stressed() ? "ours" : "plain", barFrom, height + 3, length, ROW - 6));
      svg.text("value", barFrom + length + 6, height + 14, bar.shown());
      height += ROW;
    }
    return this;
  }

  /** The file's content. */
  @Override
  public String toString() {
    return svg.content(
        barFrom + BARS_AND_VALUES,
        height + ROW / 2,
        """
        .label { text-anchor: end; }
        .plain { fill: #8c959f; }
        .ours { fill: #2f81f7; }
        """);
  }
}
