package io.holdfast.benchmarks.clients;

import io.holdfast.benchmarks.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What was measured, by round. */
final class Figures {

  static final List<Integer> CLIENTS = List.of(50, 100, 150, 200, 250, 300);

  private final Map<Cell, List<Result>> rounds = new HashMap<>();

  void add(Cell cell, Result result) {
    rounds.computeIfAbsent(cell, ignored -> new ArrayList<>()).add(result);
  }

  /** Operations a second in the best round. */
  double best(Cell cell) {
    return all(cell).stream().mapToDouble(Result::rate).max().orElse(0);
  }

  /** Microseconds for each operation: the median of the rounds. */
  double micros(Cell cell) {
    return Spread.median(all(cell).stream().map(Result::micros).toList());
  }

  /** Ours divided by the library alone: the median over all rounds and numbers of clients. */
  double byLibrary(Operation operation, ToDoubleFunction<Result> figure) {
    List<Double> quotients = new ArrayList<>();
    for (int clients : CLIENTS) {
      List<Result> ours = all(new Cell(Way.HOLDFAST, clients, operation));
      List<Result> theirs = all(new Cell(Way.SPYMEMCACHED, clients, operation));
      IntStream.range(0, Math.min(ours.size(), theirs.size()))
          .mapToObj(i -> figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i)))
          .forEach(quotients::add);
    }
    return Spread.median(quotients);
  }

  private List<Result> all(Cell cell) {
    return rounds.getOrDefault(cell, List.of());
  }
}
