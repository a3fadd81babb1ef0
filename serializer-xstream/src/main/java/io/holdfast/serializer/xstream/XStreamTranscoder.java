package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.ConverterLookup;
import com.thoughtworks.xstream.mapper.Mapper;
import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.WaysBack;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encodes graphs with XStream; each call has a state of its own. */
final class XStreamTranscoder implements Transcoder {

  private final TranscoderContext context;
  private final RoundTripChecks proven;
  private final ConverterLookup converters;
  private final Extensions extensions;
  private final Mapper mapper;

  XStreamTranscoder(TranscoderContext context, ConverterLookup converters, Extensions extensions) {
    this.context = context;
    this.proven = new RoundTripChecks(context.filter());
    this.converters = converters;
    this.extensions = extensions;
    this.mapper = new FilteredMapper(context.filter());
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
    Object unused = decode(bytes, () -> DecodeState.readingBack(context, bytes.length));
  }

  private byte[] write(Object graph, RoundTripChecks.Trial trial) {
    return WaysBack.write(ways -> write(graph, trial, new ObjectNumbers(), ways));
  }

  private byte[] write(
      Object graph, RoundTripChecks.Trial trial, ObjectNumbers met, WaysBack ways) {
    EncodeState state = new EncodeState(context, graph, trial, met, ways);
    byte[] bytes;
    try {
      PackedWriter out = new PackedWriter(state::checkSize);
      Extensions.Written written = extensions.write();
      new GraphMarshaller(out, converters, mapper, state, written).start(graph, null);
      bytes = written.mark(out.toByteArray());
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // Whatever an object of the application throws while it is taken apart.
      throw state.placed(ApplicationFailure.whileWriting(graph, e));
    }
    state.finish(graph, bytes.length);
    return bytes;
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, () -> new DecodeState(context, bytes.length));
  }

  private Object decode(byte[] bytes, Supplier<DecodeState> begin) {
    try {
      DecodeState state = begin.get();
      Extensions.Read read = extensions.read(bytes);
      PackedReader in = new PackedReader(read.graph());
      Object graph = new GraphUnmarshaller(in, converters, mapper, state, read).start(null);
      state.finish();
      in.close();
      return graph;
    } catch (RuntimeException | Error e) {
      // Hostile bytes make any code fail; the JDK's immutable maps then throw InternalError.
      throw ApplicationFailure.whileReading(e);
    }
  }
}
