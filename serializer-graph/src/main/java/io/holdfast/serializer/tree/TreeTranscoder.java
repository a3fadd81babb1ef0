package io.holdfast.serializer.tree;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.WaysBack;
import java.io.IOException;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes graphs as trees in the format of another library. It keeps the promises of a {@link
 * Transcoder}: filter, limits, cycles, paths to what is refused, reading back what was not read
 * before, {@link io.holdfast.core.transcoder.Conversions}.
 */
public final class TreeTranscoder implements Transcoder {

  private final TranscoderContext context;
  private final TreeFormat format;
  private final RoundTripChecks proven;
  private final ApplicationShapes shapes;

  /**
   * Creates it.
   *
   * @param context the filter, limits and options of the web application
   * @param format the bytes of the trees
   * @throws TranscoderException if {@code customConverter} names anything but {@link
   *     io.holdfast.core.transcoder.Conversions} that work here
   */
  public TreeTranscoder(TranscoderContext context, TreeFormat format) {
    this.context = context;
    this.format = format;
    this.proven = new RoundTripChecks(context.filter());
    this.shapes = new ApplicationShapes(CustomConverter.allOf(context), context.filter());
  }

  @Override
  public byte[] encode(Object graph) {
    RoundTripChecks.Trial trial = proven.trial();
    byte[] bytes = write(graph, trial);
    trial.finish(graph, () -> readBack(bytes), this::roundTrip);
    return bytes;
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return WaysBack.writeApart(roots, proven, this::write, this::readBack, this::roundTrip);
  }

  private void roundTrip(Object part) {
    RoundTripChecks.Trial trial = new RoundTripChecks(context.filter()).trial();
    readBack(write(part, trial));
  }

  private void readBack(byte[] bytes) {
    Object unused = decode(bytes, DecodeState.readingBack(context, bytes.length));
  }

  private byte[] write(Object graph, RoundTripChecks.Trial trial) {
    return WaysBack.write(ways -> write(graph, trial, new ObjectNumbers(), ways));
  }

  private byte[] write(
      Object graph, RoundTripChecks.Trial trial, ObjectNumbers met, WaysBack ways) {
    EncodeState state = new EncodeState(context, graph, trial, met, ways);
    byte[] bytes;
    try {
      TreeWriter writer = new TreeWriter(state, shapes);
      bytes = format.write(writer.write(null, Object.class, graph));
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      // Whatever an object of the application throws while it is taken apart.
      throw state.placed(ApplicationFailure.whileWriting(graph, e));
    }
    state.finish(graph, bytes.length);
    return bytes;
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, new DecodeState(context, bytes.length));
  }

  private Object decode(byte[] bytes, DecodeState state) {
    try {
      Object graph = new TreeReader(state, shapes).read(format.read(bytes), Object.class);
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
