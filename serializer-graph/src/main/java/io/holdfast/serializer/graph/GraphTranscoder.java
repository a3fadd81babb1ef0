package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.GraphAround;
import java.io.IOException;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes graphs that are taken apart by the shapes of their classes. It keeps the promises of a
 * {@link Transcoder}: limits, paths to what is refused, objects that stay one, reading back what
 * was not read before. A subclass has the form of the bytes.
 */
public abstract class GraphTranscoder implements Transcoder {

  private final TranscoderContext context;
  private final RoundTripChecks proven;

  /**
   * Creates it.
   *
   * @param context the filter, limits and options of the web application
   */
  protected GraphTranscoder(TranscoderContext context) {
    this.context = context;
    this.proven = new RoundTripChecks(context.filter());
  }

  /**
   * Writes a graph.
   *
   * @param state of this graph
   * @return its bytes
   * @throws IOException if it cannot be written; whatever else code of an application throws may
   *     leave this method, too
   */
  protected abstract byte[] write(Object graph, EncodeState state) throws IOException;

  /**
   * Reads a graph.
   *
   * @param bytes hostile until proven otherwise
   * @param state of this graph
   * @return its root, null if there is none
   * @throws IOException if it cannot be read; whatever else hostile bytes provoke may leave this
   *     method, too
   */
  protected abstract @Nullable Object read(byte[] bytes, DecodeState state) throws IOException;

  @Override
  public final byte[] encode(Object graph) {
    RoundTripChecks.Trial trial = proven.trial();
    byte[] bytes = write(graph, trial);
    trial.finish(graph, () -> readBack(bytes), this::roundTrip);
    return bytes;
  }

  @Override
  public final @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return GraphAround.write(around -> encodeApart(roots, around));
  }

  private @Nullable List<byte[]> encodeApart(List<Object> roots, GraphAround around) {
    ObjectNumbers met = new ObjectNumbers();
    List<byte[]> graphs = new ArrayList<>(roots.size());
    List<RoundTripChecks.Trial> trials = new ArrayList<>(roots.size());
    for (Object root : roots) {
      met.nextGraph();
      RoundTripChecks.Trial trial = proven.trial();
      graphs.add(write(root, trial, met, around));
      if (met.isShared()) {
        return null;
      }
      trials.add(trial);
    }
    for (int i = 0; i < graphs.size(); i++) {
      byte[] graph = graphs.get(i);
      trials.get(i).finish(roots.get(i), () -> readBack(graph), this::roundTrip);
    }
    return graphs;
  }

  private void roundTrip(Object part) {
    RoundTripChecks.Trial trial = new RoundTripChecks(context.filter()).trial();
    readBack(write(part, trial));
  }

  private void readBack(byte[] bytes) {
    Object unused = decode(bytes, DecodeState.readingBack(context, bytes.length));
  }

  private byte[] write(Object graph, RoundTripChecks.Trial trial) {
    return GraphAround.write(around -> write(graph, trial, new ObjectNumbers(), around));
  }

  private byte[] write(
      Object graph, RoundTripChecks.Trial trial, ObjectNumbers met, GraphAround around) {
    EncodeState state = new EncodeState(context, graph, trial, met, around);
    byte[] bytes;
    try {
      bytes = write(graph, state);
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      // Whatever an object of the application throws while it is taken apart.
      throw state.placed(ApplicationFailure.whileWriting(graph, e));
    }
    state.finish(bytes.length);
    return bytes;
  }

  @Override
  public final Object decode(byte[] bytes) {
    return decode(bytes, new DecodeState(context, bytes.length));
  }

  private Object decode(byte[] bytes, DecodeState state) {
    try {
      Object graph = read(bytes, state);
      state.finish();
      if (graph == null) {
        throw new TranscoderException(Reason.UNREADABLE, "a graph of nothing");
      }
      return graph;
    } catch (IOException | RuntimeException | Error e) {
      // Hostile bytes make any code fail; the JDK's immutable maps then throw InternalError.
      throw ApplicationFailure.whileReading(e);
    }
  }
}
