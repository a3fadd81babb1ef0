package io.holdfast.benchmarks.growth;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was seen of each keeper. */
final class Figures {

  /** For each keeper what was seen without sessions, and then with more and more. */
  private final Map<Keeper, List<Look>> bySessions = new EnumMap<>(Keeper.class);

  private final Map<Keeper, SortedMap<Integer, Sized>> bySize = new EnumMap<>(Keeper.class);
  private final Map<Keeper, SortedMap<Integer, Noded>> byNodes = new EnumMap<>(Keeper.class);

  /**
   * Sessions of one size.
   *
   * @param before without them
   * @param idle with them
   * @param changed when one attribute of each was changed once more
   */
  record Sized(Look before, Look idle, Look changed) {

    /** Writes for one change. */
    double writesOfChange() {
      return (double) (changed.writes() - idle.writes()) / (idle.sessions() - before.sessions());
    }
  }

  /**
   * A number of nodes.
   *
   * @param before without sessions
   * @param idle with some
   */
  record Noded(Look before, Look idle) {}

  void add(Keeper keeper, Look look) {
    bySessions.computeIfAbsent(keeper, any -> new ArrayList<>()).add(look);
  }

  void addSize(Keeper keeper, int kilobytes, Sized sized) {
    bySize.computeIfAbsent(keeper, any -> new TreeMap<>()).put(kilobytes, sized);
  }

  void addNodes(Keeper keeper, int nodes, Noded noded) {
    byNodes.computeIfAbsent(keeper, any -> new TreeMap<>()).put(nodes, noded);
  }

  List<Look> bySessions(Keeper keeper) {
    return bySessions.getOrDefault(keeper, List.of());
  }

  SortedMap<Integer, Sized> bySize(Keeper keeper) {
    return bySize.getOrDefault(keeper, new TreeMap<>());
  }

  SortedMap<Integer, Noded> byNodes(Keeper keeper) {
    return byNodes.getOrDefault(keeper, new TreeMap<>());
  }

  /** Heap for each of so many sessions, by that of Tomcat's own manager. */
  double heapRatio(Keeper keeper, int place) {
    return heapEach(keeper, place) / heapEach(Keeper.TOMCAT, place);
  }

  /** Bytes of heap for each session, all that came before included. */
  double heapEach(Keeper keeper, int place) {
    List<Look> looks = bySessions(keeper);
    return looks.get(place).heapEach(looks.get(0));
  }
}
