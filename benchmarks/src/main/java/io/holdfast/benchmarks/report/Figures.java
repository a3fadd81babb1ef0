package io.holdfast.benchmarks.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What was seen of each contender on each subject, by round. */
public final class Figures {

  private final Map<Cell, List<Turn>> rounds = new HashMap<>();

  private record Cell(String contender, String subject) {}

  /** Creates it without any. */
  public Figures() {}

  /** Adds what the next round saw. */
  public void add(String contender, String subject, Turn turn) {
    rounds.computeIfAbsent(new Cell(contender, subject), any -> new ArrayList<>()).add(turn);
  }

  /** Whether a contender was seen on a subject. */
  public boolean has(String contender, String subject) {
    return rounds.containsKey(new Cell(contender, subject));
  }

  /** All rounds; empty if there was none. */
  public List<Turn> turns(String contender, String subject) {
    return rounds.getOrDefault(new Cell(contender, subject), List.of());
  }

  /** One figure over the rounds, of which there was at least one. */
  public Spread of(String contender, String subject, ToDoubleFunction<Turn> figure) {
    return Spread.of(turns(contender, subject).stream().mapToDouble(figure).boxed().toList());
  }

  /** The same divided by that of another contender in the same round, over some subjects. */
  public Spread ratio(
      String contender, String other, List<String> subjects, ToDoubleFunction<Turn> figure) {
    return Spread.of(
        subjects.stream()
            .flatMap(
                subject ->
                    quotients(turns(contender, subject), turns(other, subject), figure).stream())
            .toList());
  }

  private static List<Double> quotients(
      List<Turn> own, List<Turn> others, ToDoubleFunction<Turn> figure) {
    return IntStream.range(0, Math.min(own.size(), others.size()))
        .mapToObj(
            round -> figure.applyAsDouble(own.get(round)) / figure.applyAsDouble(others.get(round)))
        .toList();
  }
}
