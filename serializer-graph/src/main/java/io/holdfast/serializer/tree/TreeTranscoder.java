package io.holdfast.serializer.tree;

import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.GraphTranscoder;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes graphs as trees in the format of another library. It keeps the promises of a {@link
 * Transcoder}: filter, limits, cycles, paths to what is refused, reading back what was not read
 * before, {@link io.holdfast.core.transcoder.Conversions}.
 */
public final class TreeTranscoder implements Transcoder {

  private final Transcoder trees;

  /**
   * Creates it.
   *
   * @param context the filter, limits and options of the web application
   * @param format the bytes of the trees
   * @throws TranscoderException if {@code customConverter} names anything but {@link
   *     io.holdfast.core.transcoder.Conversions} that work here
   */
  public TreeTranscoder(TranscoderContext context, TreeFormat format) {
    this.trees = new Trees(context, format);
  }

  @Override
  public byte[] encode(Object graph) {
    return trees.encode(graph);
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return trees.encodeApart(roots);
  }

  @Override
  public Object decode(byte[] bytes) {
    return trees.decode(bytes);
  }

  /** How it is done; extensions need not know. */
  private static final class Trees extends GraphTranscoder {

    private final TreeFormat format;
    private final ApplicationShapes shapes;

    Trees(TranscoderContext context, TreeFormat format) {
      super(context);
      this.format = format;
      this.shapes = new ApplicationShapes(CustomConverter.allOf(context), context.filter());
    }

    @Override
    protected byte[] write(Object graph, EncodeState state) throws IOException {
      TreeWriter writer = new TreeWriter(state, shapes);
      return format.write(writer.write(null, Object.class, graph));
    }

    @Override
    protected @Nullable Object read(byte[] bytes, DecodeState state) throws IOException {
      return new TreeReader(state, shapes).read(format.read(bytes), Object.class);
    }
  }
}
