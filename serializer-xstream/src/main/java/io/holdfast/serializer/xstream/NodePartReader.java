package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.PartReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the parts of one object from the nodes inside its own. */
final class NodePartReader implements PartReader {

  private final HierarchicalStreamReader from;
  private final GraphUnmarshaller graph;
  private boolean inPart;

  NodePartReader(HierarchicalStreamReader from, GraphUnmarshaller graph) {
    this.from = from;
    this.graph = graph;
  }

  @Override
  public String text() {
    return from.getValue();
  }

  @Override
  public byte[] bytes() {
    return from.getValue().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public boolean hasNext() {
    return inPart || from.hasMoreChildren();
  }

  @Override
  public @Nullable String name() {
    enter();
    String name = from.getNodeName();
    return name.equals(Nodes.ITEM) ? null : name;
  }

  @Override
  public @Nullable Object next(Class<?> assumed) {
    enter();
    Object part = graph.readPart(assumed);
    leave();
    return part;
  }

  @Override
  public void skip() {
    enter();
    if (isReadable()) {
      Object unused = graph.readPart(String.class);
    } else {
      while (from.hasMoreChildren()) {
        new NodePartReader(from, graph).skip();
      }
    }
    leave();
  }

  /** A class that went away together with the field is no reason to lose the rest. */
  private boolean isReadable() {
    try {
      Class<?> unused = graph.partClass(String.class);
      return true;
    } catch (TranscoderException e) {
      if (e.reason() == Reason.UNREADABLE) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void announce(Object instance) {
    graph.announce(instance);
  }

  @Override
  public DecodeState state() {
    return graph.state();
  }

  private void enter() {
    if (!inPart) {
      from.moveDown();
      inPart = true;
    }
  }

  private void leave() {
    from.moveUp();
    inPart = false;
  }
}
