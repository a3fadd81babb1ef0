package io.holdfast.serializer.tree;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.PartReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Makes the graph of one tree. */
final class TreeReader {

  private final DecodeState state;
  private final ApplicationShapes shapes;

  TreeReader(DecodeState state, ApplicationShapes shapes) {
    this.state = state;
    this.shapes = shapes;
  }

  @Nullable Object read(TreeNode node, Class<?> assumed) {
    if (node.isNull()) {
      return null;
    }
    if (node.isReference()) {
      return state.known(-node.id());
    }
    Class<?> type = typeOf(node, assumed);
    state.begin(type);
    Object object = shapes.toRead(type).read(type, new Parts(node));
    state.end();
    state.define(node.id(), object);
    return object;
  }

  private Class<?> typeOf(TreeNode node, Class<?> assumed) {
    String name = node.type();
    return name == null ? state.unnamed(assumed) : state.filter().resolve(name);
  }

  /** Objects in what nothing needs any more may be referred to from elsewhere. */
  private void skip(TreeNode node) {
    if (node.isNull() || isReadable(node)) {
      Object unused = read(node, String.class);
    } else {
      node.parts().forEach(this::skip);
    }
  }

  /** A class that went away together with the field is no reason to lose the rest. */
  private boolean isReadable(TreeNode node) {
    try {
      Class<?> unused = typeOf(node, String.class);
      return true;
    } catch (TranscoderException e) {
      if (e.reason() == Reason.UNREADABLE) {
        return false;
      }
      throw e;
    }
  }

  private final class Parts implements PartReader {

    private final TreeNode owner;
    private int next;

    Parts(TreeNode owner) {
      this.owner = owner;
    }

    @Override
    public String text() {
      return owner.content();
    }

    @Override
    public byte[] bytes() {
      return owner.content().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public boolean hasNext() {
      return next < owner.parts().size();
    }

    @Override
    public @Nullable String name() {
      return owner.parts().get(next).name();
    }

    @Override
    public @Nullable Object next(Class<?> assumed) {
      return read(owner.parts().get(next++), assumed);
    }

    @Override
    public void skip() {
      TreeReader.this.skip(owner.parts().get(next++));
    }

    @Override
    public void announce(Object instance) {
      state.define(owner.id(), instance);
    }

    @Override
    public DecodeState state() {
      return state;
    }
  }
}
