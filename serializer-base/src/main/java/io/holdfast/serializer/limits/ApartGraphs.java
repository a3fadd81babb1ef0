package io.holdfast.serializer.limits;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.serializer.objects.ObjectNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Encodes roots each as a graph of its own, for {@link Transcoder#encodeApart}. */
public final class ApartGraphs {

  private ApartGraphs() {}

  /** How a transcoder writes one graph. */
  public interface Writer {

    /**
     * Writes a graph.
     *
     * @param trial told every class in the graph
     * @param met numbers the objects of the graph; once they are shared, the bytes do not matter
     */
    byte[] write(Object root, RoundTripChecks.Trial trial, ObjectNumbers met);
  }

  /**
   * Encodes the roots.
   *
   * @param met without objects
   * @param readBack reads a graph
   * @param roundTrip writes and reads a part of a graph, as {@link RoundTripChecks.Trial#finish}
   *     uses it
   * @return null if an object that can change is in two of the graphs
   */
  public static @Nullable List<byte[]> encode(
      List<Object> roots,
      RoundTripChecks proven,
      ObjectNumbers met,
      Writer writer,
      Consumer<byte[]> readBack,
      Consumer<Object> roundTrip) {
    List<byte[]> graphs = new ArrayList<>(roots.size());
    List<RoundTripChecks.Trial> trials = new ArrayList<>(roots.size());
    for (Object root : roots) {
      met.nextGraph();
      RoundTripChecks.Trial trial = proven.trial();
      graphs.add(writer.write(root, trial, met));
      if (met.isShared()) {
        return null;
      }
      trials.add(trial);
    }
    for (int i = 0; i < graphs.size(); i++) {
      byte[] graph = graphs.get(i);
      trials.get(i).finish(roots.get(i), () -> readBack.accept(graph), roundTrip);
    }
    return graphs;
  }
}
