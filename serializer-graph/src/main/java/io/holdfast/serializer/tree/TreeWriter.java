package io.holdfast.serializer.tree;

import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.PartWriter;
import io.holdfast.serializer.graph.Shape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the tree of one graph: every object once, and its number wherever it comes again. */
final class TreeWriter {

  private final EncodeState state;
  private final ApplicationShapes shapes;

  TreeWriter(EncodeState state, ApplicationShapes shapes) {
    this.state = state;
    this.shapes = shapes;
  }

  TreeNode write(@Nullable String name, Class<?> assumed, @Nullable Object given) {
    if (given == null) {
      return TreeNode.ofNull(name);
    }
    Object object = state.replaced(given, shapes::toWrite);
    int known = state.known(object);
    if (known != 0) {
      return TreeNode.reference(name, known);
    }
    Shape shape = shapes.toWrite(object.getClass());
    Class<?> type = shape.wireClass(object);
    state.check(type);
    int id = state.begin(object, shape);
    Parts parts = new Parts();
    shape.write(object, parts);
    state.end(object);
    String typeName = EncodeState.isUnnamed(type, assumed) ? null : type.getName();
    return new TreeNode(name, typeName, id, parts.content, parts.nodes);
  }

  private final class Parts implements PartWriter {

    private final List<TreeNode> nodes = new ArrayList<>();
    private String content = "";

    @Override
    public void text(String text) {
      state.claim(text.length());
      content = text;
    }

    @Override
    public void bytes(byte[] bytes) {
      state.claim(bytes.length);
      content = new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void part(@Nullable String name, Class<?> assumed, @Nullable Object value) {
      state.enter(name);
      nodes.add(write(name, assumed, value));
    }

    @Override
    public EncodeState state() {
      return state;
    }
  }
}
