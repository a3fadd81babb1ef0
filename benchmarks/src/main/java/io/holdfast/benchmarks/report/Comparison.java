package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.report.BarChart.Bar;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Contenders beside each other. What was not measured stays empty in tables and is left out of
 * charts.
 *
 * @param contenders rows of tables and bars of charts
 * @param reference with whose figures of the same round the others are compared
 * @param subjects columns of tables and panels of charts
 */
public record Comparison(
    Figures figures, List<String> contenders, String reference, List<String> subjects) {

  private static final String OURS = "Holdfast";
  private static final int LEAST_LABELS = 210;

  /** Of one character, with room to spare. */
  private static final int LABEL_PIXELS = 7;

  /** Copies the lists. */
  public Comparison {
    contenders = List.copyOf(contenders);
    subjects = List.copyOf(subjects);
  }

  /** A table of what a cell was seen with, both given by their titles. */
  public String table(BiFunction<String, String, String> cell) {
    return Table.grid(
        contenders, subjects, (who, what) -> figures.has(who, what) ? cell.apply(who, what) : "");
  }

  /** The reference as it was seen, the others divided by it: median, least and most. */
  public String ratios(ToDoubleFunction<Turn> figure, String referenceFormat) {
    return table(
        (who, what) ->
            who.equals(reference)
                ? referenceFormat.formatted(figures.of(who, what, figure).median())
                : ratio(who, what, figure).inWords());
  }

  /** Within which time half of the answers, and 99 of 100, came, in the same way; medians. */
  public String latencies() {
    return table(
        (who, what) ->
            who.equals(reference)
                ? "%.2f and %.1f ms"
                    .formatted(
                        figures.of(who, what, turn -> turn.waits().median()).median(),
                        figures.of(who, what, turn -> turn.waits().slow()).median())
                : "%.2f and %.2f"
                    .formatted(
                        ratio(who, what, turn -> turn.waits().median()).median(),
                        ratio(who, what, turn -> turn.waits().slow()).median()));
  }

  /** What the store was sent for each operation, not divided; medians. */
  public String traffic() {
    return table(
        (who, what) ->
            "%.2f; %,.0f bytes"
                .formatted(
                    figures.of(who, what, Turn::storeOperations).median(),
                    figures.of(who, what, Turn::bytes).median()));
  }

  /** Medians, not divided. */
  public String medians(ToDoubleFunction<Turn> figure, String format) {
    return table((who, what) -> format.formatted(figures.of(who, what, figure).median()));
  }

  /** Medians; in brackets what they are beside another one, unless that is the same. */
  public String mediansBeside(
      ToDoubleFunction<Turn> figure, String format, UnaryOperator<String> other) {
    return table((who, what) -> medianBeside(who, other.apply(who), what, figure, format));
  }

  /** One cell of these. */
  public String medianBeside(
      String who, String other, String what, ToDoubleFunction<Turn> figure, String format) {
    String median = format.formatted(figures.of(who, what, figure).median());
    if (who.equals(other)) {
      return median;
    }
    Spread ratio = figures.ratio(who, other, List.of(what), figure);
    return median + " (%.2f, %.2f to %.2f)".formatted(ratio.median(), ratio.least(), ratio.most());
  }

  /** What a contender's figure is divided by that of the reference in the same round. */
  public Spread ratio(String who, String what, ToDoubleFunction<Turn> figure) {
    return figures.ratio(who, reference, List.of(what), figure);
  }

  /**
   * A chart with a panel for each subject.
   *
   * @param unit stands behind the name of each
   * @param format of the figure behind its bar
   */
  public BarChart chart(ToDoubleFunction<Turn> figure, String unit, String format) {
    int longest = contenders.stream().mapToInt(String::length).max().orElse(0);
    BarChart chart = new BarChart(Math.max(LEAST_LABELS, longest * LABEL_PIXELS));
    subjects.forEach(what -> chart.panel(what + ", " + unit, bars(what, figure, format)));
    return chart;
  }

  /** A bar for each; those that have our name are stressed, or all but the reference. */
  public List<Bar> bars(String what, ToDoubleFunction<Turn> figure, String format) {
    boolean named = contenders.stream().anyMatch(who -> who.contains(OURS));
    return contenders.stream()
        .filter(who -> figures.has(who, what))
        .map(
            who -> {
              double value = figures.of(who, what, figure).median();
              boolean isOurs = named ? who.contains(OURS) : !who.equals(reference);
              return new Bar(who.replace(" | ", ", "), value, format.formatted(value), isOurs);
            })
        .toList();
  }
}
