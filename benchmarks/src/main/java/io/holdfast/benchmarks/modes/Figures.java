package io.holdfast.benchmarks.modes;

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

  /** The same divided by that of Tomcat's own manager in the same round. */
  Spread ratio(Cell cell, ToDoubleFunction<Turn> figure) {
    List<Turn> own = turns(cell);
    List<Turn> plain = turns(cell.plain());
    return Spread.of(
        IntStream.range(0, Math.min(own.size(), plain.size()))
            .mapToObj(
                round ->
                    figure.applyAsDouble(own.get(round)) / figure.applyAsDouble(plain.get(round)))
            .toList());
  }

  private List<Turn> turns(Cell cell) {
    return rounds.getOrDefault(cell, List.of());
  }
}
