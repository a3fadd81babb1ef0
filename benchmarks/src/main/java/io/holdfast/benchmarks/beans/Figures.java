package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What was measured, by round. */
final class Figures {

  private final Map<Cell, List<Turn>> rounds = new HashMap<>();

  void add(Cell cell, Turn turn) {
    rounds.computeIfAbsent(cell, ignored -> new ArrayList<>()).add(turn);
  }

  /** One figure over the rounds. */
  Spread of(Cell cell, ToDoubleFunction<Turn> figure) {
    return Spread.of(turns(cell).stream().mapToDouble(figure).boxed().toList());
  }

  /** The same divided by that of another in the same round. */
  Spread ratio(Cell cell, Server other, ToDoubleFunction<Turn> figure) {
    return Spread.of(ratios(cell, other, figure));
  }

  /** The same over all rounds and numbers of users. */
  Spread ratio(Server server, Server other, List<Integer> users, ToDoubleFunction<Turn> figure) {
    return Spread.of(
        users.stream()
            .flatMap(number -> ratios(new Cell(server, number), other, figure).stream())
            .toList());
  }

  private List<Double> ratios(Cell cell, Server other, ToDoubleFunction<Turn> figure) {
    List<Turn> own = turns(cell);
    List<Turn> others = turns(new Cell(other, cell.users()));
    return IntStream.range(0, Math.min(own.size(), others.size()))
        .mapToObj(
            round -> figure.applyAsDouble(own.get(round)) / figure.applyAsDouble(others.get(round)))
        .toList();
  }

  private List<Turn> turns(Cell cell) {
    return rounds.getOrDefault(cell, List.of());
  }
}
