package io.holdfast.benchmarks.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What was seen of each contender on each subject, by round. */
public final class Figures {

  private final Map<Cell, List<Turn>> rounds = new HashMap<>();

  private record Cell(String contender, String subject) {}

  /** Adds what the next round saw. */
  public void add(String contender, String subject, Turn turn) {
    rounds.computeIfAbsent(new Cell(contender, subject), any -> new ArrayList<>()).add(turn);
  }

  /** Returns whether a contender was seen on a subject. */
  public boolean has(String contender, String subject) {
    return rounds.containsKey(new Cell(contender, subject));
  }

  /** All rounds; empty if there was none. */
  public List<Turn> turns(String contender, String subject) {
    return rounds.getOrDefault(new Cell(contender, subject), List.of());
  }

  /** One figure by round. */
  public List<Double> values(String contender, String subject, ToDoubleFunction<Turn> figure) {
    return turns(contender, subject).stream().mapToDouble(figure).boxed().toList();
  }

  /** Returns the spread of one figure over the rounds; there must be at least one round. */
  public Spread of(String contender, String subject, ToDoubleFunction<Turn> figure) {
    return Spread.of(values(contender, subject, figure));
  }

  /** The same divided by that of another contender in the same round, over some subjects. */
  public Spread ratio(
      String contender, String other, List<String> subjects, ToDoubleFunction<Turn> figure) {
    return Spread.of(
        subjects.stream()
            .flatMap(
                subject ->
                    byRound(
                        values(contender, subject, figure),
                        values(other, subject, figure),
                        (own, others) -> own / others)
                        .stream())
            .toList());
  }

  /** What is made of two values of the same round, for each round that both have. */
  public static List<Double> byRound(
      List<Double> ones, List<Double> others, DoubleBinaryOperator make) {
    return IntStream.range(0, Math.min(ones.size(), others.size()))
        .mapToObj(round -> make.applyAsDouble(ones.get(round), others.get(round)))
        .toList();
  }
}
