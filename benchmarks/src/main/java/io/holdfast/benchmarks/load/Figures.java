package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What was measured, by round. */
public final class Figures {

  private final Manager reference;
  private final Map<Cell, List<Turn>> rounds = new HashMap<>();

  /**
   * Creates it without any.
   *
   * @param reference what the others are compared with
   */
  public Figures(Manager reference) {
    this.reference = reference;
  }

  /** Adds what the next round saw in a cell. */
  public void add(Cell cell, Turn turn) {
    rounds.computeIfAbsent(cell, ignored -> new ArrayList<>()).add(turn);
  }

  /** Whether there was any round. */
  public boolean has(Cell cell) {
    return rounds.containsKey(cell);
  }

  /** One figure over the rounds; there must have been one. */
  public Spread of(Cell cell, ToDoubleFunction<Turn> figure) {
    return Spread.of(turns(cell).stream().mapToDouble(figure).boxed().toList());
  }

  /** The same divided by that of the reference on the same page in the same round. */
  public Spread ratio(Cell cell, ToDoubleFunction<Turn> figure) {
    List<Turn> own = turns(cell);
    List<Turn> plain = turns(new Cell(reference, cell.page()));
    return Spread.of(
        IntStream.range(0, Math.min(own.size(), plain.size()))
            .mapToObj(
                round ->
                    figure.applyAsDouble(own.get(round)) / figure.applyAsDouble(plain.get(round)))
            .toList());
  }

  /** The share of answers that were not what the session had to give next, all rounds together. */
  public double wrongShare(Cell cell) {
    long wrong = turns(cell).stream().mapToLong(Turn::wrong).sum();
    return (double) wrong / turns(cell).stream().mapToLong(Turn::requests).sum();
  }

  Manager reference() {
    return reference;
  }

  private List<Turn> turns(Cell cell) {
    return rounds.getOrDefault(cell, List.of());
  }
}
