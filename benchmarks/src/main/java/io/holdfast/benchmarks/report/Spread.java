package io.holdfast.benchmarks.report;

import java.util.List;

/**
 * A figure with its spread over the rounds.
 *
 * @param median the figure
 * @param least the least that a round saw
 * @param most the most that a round saw
 */
public record Spread(double median, double least, double most) {

  /** Of one value per round. */
  public static Spread of(List<Double> values) {
    return new Spread(
        median(values),
        values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
        values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
  }

  /** The middle of some values, or the mean of the two in the middle; not of none. */
  public static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /**
   * Returns whether some rounds saw at least this and others at most this. A ratio that spans 1, or
   * a difference that spans 0, is below the noise.
   */
  public boolean spans(double value) {
    return least <= value && value <= most;
  }

  /** The median, with the least and the most in brackets. */
  public String inWords() {
    return inWords("%.2f");
  }

  /** The same with another format for each of the three figures. */
  public String inWords(String format) {
    return "%s (%s to %s)"
        .formatted(format.formatted(median), format.formatted(least), format.formatted(most));
  }
}
