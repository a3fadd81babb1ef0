package io.holdfast.benchmarks.files;

import io.holdfast.benchmarks.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Operations a second, by round. */
final class Figures {

  static final List<Integer> THREADS = List.of(1, 2, 3, 4, 5, 6, 7);
  static final List<Integer> FILES = List.of(10, 50, 60, 100);

  private final Map<Cell, List<Double>> rounds = new HashMap<>();

  void add(Cell cell, double operationsPerSecond) {
    rounds.computeIfAbsent(cell, ignored -> new ArrayList<>()).add(operationsPerSecond);
  }

  /** The median of the rounds. */
  double of(Cell cell) {
    return Spread.median(all(cell));
  }

  /** The median of what it is divided by ours of the same round. */
  double byOurs(Cell cell) {
    List<Double> other = all(cell);
    List<Double> ours = all(cell.ours());
    return Spread.median(
        IntStream.range(0, Math.min(other.size(), ours.size()))
            .mapToObj(round -> other.get(round) / ours.get(round))
            .toList());
  }

  /** The slowest number of files divided by the fastest, with as many threads. */
  double steadiness(Access access, int threads) {
    double[] figures = FILES.stream().mapToDouble(n -> of(new Cell(access, threads, n))).toArray();
    double least = IntStream.range(0, figures.length).mapToDouble(i -> figures[i]).min().orElse(0);
    double most = IntStream.range(0, figures.length).mapToDouble(i -> figures[i]).max().orElse(1);
    return least / most;
  }

  /** The least of these, over all numbers of threads. */
  double steadiness(Access access) {
    return THREADS.stream().mapToDouble(n -> steadiness(access, n)).min().orElse(0);
  }

  private List<Double> all(Cell cell) {
    return rounds.getOrDefault(cell, List.of());
  }
}
