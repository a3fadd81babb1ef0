package io.holdfast.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Curves in panels, one below the other, as SVG; both axes begin at zero, so that what grows in
 * proportion is a straight line. Its colors can be told from a light background and from a dark
 * one.
 */
public final class LineChart {

  private static final int WIDTH = 760;
  private static final int LEFT = 70;
  private static final int RIGHT = 600;
  private static final int HEAD = 34;
  private static final int PLOT = 180;
  private static final int FOOT = 40;
  private static final List<String> STYLES = List.of("first", "second", "third", "fourth");

  private final Svg svg = new Svg();

  /** The labels seen so far: a curve has one color in all panels. */
  private final List<String> labels = new ArrayList<>();

  private int height;

  /** One measured place. */
  public record Point(double x, double y) {}

  /**
   * One curve.
   *
   * @param label stands at its end
   * @param points at least one, by growing {@code x}
   */
  public record Line(String label, List<Point> points) {

    /** Copies the list. */
    public Line {
      points = List.copyOf(points);
    }
  }

  /**
   * Adds curves with scales of their own.
   *
   * @param lines of at most four labels in all panels together
   */
  public LineChart panel(String title, String across, List<Line> lines) {
    lines.stream().map(Line::label).filter(label -> !labels.contains(label)).forEach(labels::add);
    double widest = most(lines, true);
    double highest = most(lines, false);
    int bottom = height + HEAD + PLOT;
    svg.text("title", 0, height + HEAD - 14, title);
    axis(LEFT, bottom, RIGHT, bottom);
    axis(LEFT, height + HEAD, LEFT, bottom);
    svg.text("end", LEFT - 8, bottom + 4, "0");
    svg.text("end", LEFT - 8, height + HEAD + 8, "%,.0f".formatted(highest));
    svg.text("end", RIGHT, bottom + 18, "%,.0f %s".formatted(widest, across));
    int lowest = Integer.MAX_VALUE;
    for (Line line : byHeight(lines)) {
      String style = STYLES.get(labels.indexOf(line.label));
      svg.draw(
          "<polyline class=\"%s\" points=\"%s\"/>"
              .formatted(
                  style,
                  line.points.stream()
                      .map(
                          at ->
                              "%.1f,%.1f"
                                  .formatted(
                                      LEFT + at.x / widest * (RIGHT - LEFT),
                                      bottom - at.y / highest * PLOT))
                      .collect(Collectors.joining(" "))));
      long end = Math.round(bottom - last(line).y / highest * PLOT);
      int label = (int) Math.min(end + 4, lowest - 16L);
      lowest = label;
      svg.text(style, RIGHT + 8, label, line.label);
    }
    height += HEAD + PLOT + FOOT;
    return this;
  }

  /** The lowest end first, so that labels can give way upwards. */
  private static List<Line> byHeight(List<Line> lines) {
    return lines.stream()
        .sorted((one, other) -> Double.compare(last(one).y, last(other).y))
        .toList();
  }

  private static Point last(Line line) {
    return line.points.get(line.points.size() - 1);
  }

  private static double most(List<Line> lines, boolean across) {
    return lines.stream()
        .flatMap(line -> line.points.stream())
        .mapToDouble(at -> across ? at.x : at.y)
        .filter(value -> value > 0)
        .max()
        .orElse(1);
  }

  private void axis(int fromX, int fromY, int toX, int toY) {
    svg.draw(
        "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>"
            .formatted(fromX, fromY, toX, toY));
  }

  /** The file's content. */
  @Override
  public String toString() {
    return svg.content(
        WIDTH,
        height,
        """
        .end { text-anchor: end; }
        .axis { stroke: #7d8590; stroke-width: 1; }
        polyline { fill: none; stroke-width: 2; }
        polyline.first { stroke: #8c959f; }
        polyline.second { stroke: #2f81f7; }
        polyline.third { stroke: #bf8700; }
        polyline.fourth { stroke: #2da44e; }
        text.second { fill: #2f81f7; }
        text.third { fill: #bf8700; }
        text.fourth { fill: #2da44e; }
        """);
  }
}
