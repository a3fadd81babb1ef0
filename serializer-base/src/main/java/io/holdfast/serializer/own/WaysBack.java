package io.holdfast.serializer.graph;

import io.holdfast.serializer.limits.ApartGraphs;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.StandIns;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which classes write themselves, or what stands for them, into the graph around them: those in
 * whose objects something leads back to the object, and those that name an object that is in the
 * graph, too. That shows only while the graph is written, which then starts again. For one thread.
 */
public final class WaysBack {

  private final IdentityHashMap<Object, Set<Object>> byRoot = new IdentityHashMap<>();

  private final StandIns standIns = new StandIns();

  WaysBack() {}

  /**
   * Writes graphs, again after each class that was found.
   *
   * @param writing hands what it is given to the {@link EncodeState} of each graph
   * @return what it returns
   */
  public static <T extends @Nullable Object> T write(Function<WaysBack, T> writing) {
    WaysBack found = new WaysBack();
    while (true) {
      int before = found.size();
      try {
        return writing.apply(found);
      } catch (RuntimeException e) {
        if (found.size() == before) {
          throw e;
        }
      }
    }
  }

  /** Writes a graph; what was found goes to its {@link EncodeState}. */
  @FunctionalInterface
  public interface Writer {
    /** Returns the bytes of the graph; see {@link ApartGraphs.Writer#write}. */
    byte[] write(Object root, RoundTripChecks.Trial trial, ObjectNumbers met, WaysBack found);
  }

  /**
   * Writes each root as a graph of its own, as {@link ApartGraphs#encode} does.
   *
   * @return null if an object that can change is in two of the graphs
   */
  public static @Nullable List<byte[]> writeApart(
      List<Object> roots,
      RoundTripChecks proven,
      Writer writer,
      Consumer<byte[]> readBack,
      Consumer<Object> roundTrip) {
    return write(
        found ->
            ApartGraphs.encode(
                roots,
                proven,
                new ObjectNumbers(),
                (root, trial, met) -> writer.write(root, trial, met, found),
                readBack,
                roundTrip));
  }

  private int size() {
    return byRoot.values().stream().mapToInt(Set::size).sum();
  }

  /** What is written for objects that name others. */
  StandIns standIns() {
    return standIns;
  }

  /**
   * The classes that write themselves into the graph of a root, and objects that no stream hides.
   */
  Set<Object> in(Object root) {
    return byRoot.computeIfAbsent(root, any -> Collections.newSetFromMap(new IdentityHashMap<>()));
  }
}
