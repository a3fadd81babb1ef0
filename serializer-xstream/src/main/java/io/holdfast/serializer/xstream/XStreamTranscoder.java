package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.ConverterLookup;
import com.thoughtworks.xstream.mapper.Mapper;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.graph.GraphTranscoder;
import org.jspecify.annotations.Nullable;

/** Encodes graphs with XStream; each call has a state of its own. */
final class XStreamTranscoder extends GraphTranscoder {

  private final ConverterLookup converters;
  private final Extensions extensions;
  private final Mapper mapper;

  XStreamTranscoder(TranscoderContext context, ConverterLookup converters, Extensions extensions) {
    super(context);
    this.converters = converters;
    this.extensions = extensions;
    this.mapper = new FilteredMapper(context.filter());
  }

  @Override
  protected byte[] write(Object graph, EncodeState state) {
    PackedWriter out = new PackedWriter(state::checkSize);
    Extensions.Written written = extensions.write();
    new GraphMarshaller(out, converters, mapper, state, written).start(graph, null);
    return written.mark(out.toByteArray());
  }

  @Override
  protected @Nullable Object read(byte[] bytes, DecodeState state) {
    Extensions.Read read = extensions.read(bytes);
    PackedReader in = new PackedReader(read.graph());
    Object graph = new GraphUnmarshaller(in, converters, mapper, state, read).start(null);
    in.close();
    return graph;
  }
}
