package io.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.LineChart.Line;
import io.holdfast.benchmarks.report.LineChart.Point;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LineChartTest {

  @Test
  void panelWhenSomethingGrowsInProportionThenItsCurveIsStraight() {
    String svg =
        new LineChart()
            .panel(
                "bytes",
                "sessions",
                List.of(
                    new Line("a", List.of(new Point(1, 10), new Point(2, 20), new Point(4, 40)))))
            .toString();

    List<double[]> places =
        Pattern.compile("(\\d+\\.\\d),(\\d+\\.\\d)")
            .matcher(svg)
            .results()
            .map(
                place ->
                    new double[] {
                      Double.parseDouble(place.group(1)), Double.parseDouble(place.group(2))
                    })
            .toList();
    assertEquals(3, places.size(), svg);
    double first = slope(places.get(0), places.get(1));
    assertTrue(first < 0, "what grows goes up");
    assertEquals(first, slope(places.get(1), places.get(2)), 0.001);
  }

  @Test
  void panelWhenNothingIsThereThenTheCurveLiesAtTheBottom() {
    LineChart chart =
        new LineChart()
            .panel("writes", "sessions", List.of(new Line("a", List.of(new Point(0, 0)))));

    assertTrue(chart.toString().contains("points=\"70.0,214.0\""), chart::toString);
  }

  @Test
  void panelWhenACurveIsInTwoPanelsThenItHasOneColor() {
    Line a = new Line("a", List.of(new Point(1, 5)));
    Line b = new Line("b", List.of(new Point(1, 3)));

    String svg =
        new LineChart()
            .panel("heap", "sessions", List.of(a, b))
            .panel("threads", "nodes", List.of(b))
            .toString();

    assertEquals(2, svg.split("<polyline class=\"second\"", -1).length - 1, svg);
  }

  @Test
  void panelWhenCurvesEndAtOnePlaceThenTheirLabelsDoNotCover() {
    List<Line> lines =
        List.of(
            new Line("plain & simple", List.of(new Point(1, 5))),
            new Line("b", List.of(new Point(1, 5))));

    String svg = new LineChart().panel("threads", "nodes", lines).toString();

    assertTrue(svg.contains("y=\"38\">plain &amp; simple<"), svg);
    assertTrue(svg.contains("y=\"22\">b<"), svg);
  }

  private static double slope(double[] from, double[] to) {
    return (to[1] - from[1]) / (to[0] - from[0]);
  }
}
