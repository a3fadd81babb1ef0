package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.Spread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What was measured, by round. */
final class Figures {

  private final Map<Cell, List<Measured>> rounds = new HashMap<>();
  private final Map<Workload, Map<Contender, Integer>> sizes = new EnumMap<>(Workload.class);

  void add(Cell cell, Measured measured) {
    rounds.computeIfAbsent(cell, ignored -> new ArrayList<>()).add(measured);
  }

  void size(Workload workload, Contender contender, int bytes) {
    sizes
        .computeIfAbsent(workload, ignored -> new EnumMap<>(Contender.class))
        .put(contender, bytes);
  }

  boolean has(Cell cell) {
    return rounds.containsKey(cell);
  }

  int bytes(Workload workload, Contender contender) {
    return sizes.getOrDefault(workload, Map.of()).getOrDefault(contender, 0);
  }

  Spread nanos(Cell cell) {
    return Spread.of(of(cell).stream().map(Measured::nanos).toList());
  }

  double allocated(Cell cell) {
    return Spread.median(of(cell).stream().map(Measured::allocated).toList());
  }

  /** How many times as long one thing takes as another; each round is one comparison. */
  Spread ratio(Cell one, Cell other) {
    List<Measured> ones = of(one);
    List<Measured> others = of(other);
    return Spread.of(
        IntStream.range(0, Math.min(ones.size(), others.size()))
            .mapToObj(i -> ones.get(i).nanos() / others.get(i).nanos())
            .toList());
  }

  private List<Measured> of(Cell cell) {
    return rounds.getOrDefault(cell, List.of());
  }
}
