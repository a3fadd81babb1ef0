package io.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.BarChart.Bar;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class BarChartTest {

  @Test
  void panelWhenBarsDifferThenTheirLengthsHaveTheRatioOfTheirValues() throws Exception {
    BarChart chart =
        new BarChart()
            .panel("µs", List.of(new Bar("a", 40, "40", false), new Bar("b", 10, "10", true)));

    Document svg = parse(chart);

    assertEquals(4 * widthOf(svg, 1), widthOf(svg, 0));
  }

  @Test
  void panelWhenThereIsOneBeforeThenBarsAreScaledByThemselves() throws Exception {
    BarChart chart =
        new BarChart()
            .panel("bytes", List.of(new Bar("a", 4_000, "4,000", false)))
            .panel("µs", List.of(new Bar("a", 3, "3", false)));

    Document svg = parse(chart);

    assertEquals(widthOf(svg, 0), widthOf(svg, 1));
  }

  @Test
  void panelWhenTextHoldsMarkupThenItStaysText() throws Exception {
    BarChart chart = new BarChart().panel("a < b & c", List.of(new Bar("<x>", 1, "1", false)));

    Document svg = parse(chart);

    assertTrue(svg.getDocumentElement().getTextContent().contains("a < b & c"));
  }

  private static Document parse(BarChart chart) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(chart.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static int widthOf(Document svg, int bar) {
    Element rectangle = (Element) svg.getElementsByTagName("rect").item(bar);
    return Integer.parseInt(rectangle.getAttribute("width"));
  }
}
