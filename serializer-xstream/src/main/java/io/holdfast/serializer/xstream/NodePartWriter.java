package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.io.HierarchicalStreamWriter;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.PartWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the parts of one object as nodes inside its own. */
record NodePartWriter(HierarchicalStreamWriter to, GraphMarshaller graph) implements PartWriter {

  @Override
  public void text(String text) {
    state().claim(text.length());
    to.setValue(text);
  }

  @Override
  public void bytes(byte[] bytes) {
    state().claim(bytes.length);
    to.setValue(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  @Override
  public void part(@Nullable String name, Class<?> assumed, @Nullable Object value) {
    graph.state().enter(name);
    to.startNode(name == null ? Nodes.ITEM : name);
    if (value == null) {
      to.addAttribute(Nodes.CLASS, Nodes.NULL);
    } else {
      graph.writePart(value, assumed);
    }
    to.endNode();
  }

  @Override
  public EncodeState state() {
    return graph.state();
  }
}
