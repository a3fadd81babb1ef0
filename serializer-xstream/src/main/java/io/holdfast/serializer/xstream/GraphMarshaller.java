package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.ConverterLookup;
import com.thoughtworks.xstream.converters.DataHolder;
import com.thoughtworks.xstream.core.TreeMarshaller;
import com.thoughtworks.xstream.io.HierarchicalStreamWriter;
import com.thoughtworks.xstream.mapper.Mapper;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.graph.Shape;
import org.jspecify.annotations.Nullable;

/** Writes a graph: every object once with a number, and the number wherever it comes again. */
final class GraphMarshaller extends TreeMarshaller {

  private final EncodeState state;
  private final Extensions.Written extensions;

  GraphMarshaller(
      HierarchicalStreamWriter writer,
      ConverterLookup lookup,
      Mapper mapper,
      EncodeState state,
      Extensions.Written extensions) {
    super(writer, lookup, mapper);
    this.state = state;
    this.extensions = extensions;
  }

  EncodeState state() {
    return state;
  }

  @Override
  public void start(Object graph, @Nullable DataHolder ignored) {
    writer.startNode(Nodes.ROOT);
    writePart(graph, Object.class);
    writer.endNode();
  }

  /** Writes a part into the node that was just started. */
  void writePart(Object object, Class<?> assumed) {
    Object part = state.replaced(object, this::shapeOf);
    int known = state.known(part);
    if (known == 0) {
      Shape shape = shapeOf(part.getClass());
      Class<?> type = shape.wireClass(part);
      state.check(type);
      if (!EncodeState.isUnnamed(type, assumed)) {
        writer.addAttribute(Nodes.CLASS, getMapper().serializedClass(type));
      }
    }
    convertAnother(part);
  }

  @Override
  protected void convert(Object part, Converter converter) {
    int known = state.known(part);
    if (known != 0) {
      writer.addAttribute(Nodes.REFERENCE, Integer.toString(known));
      return;
    }
    Shape shape = shapeOf(part.getClass(), converter);
    state.check(shape.wireClass(part));
    int id = state.begin(part, shape);
    if (id != 0) {
      writer.addAttribute(Nodes.ID, Integer.toString(id));
    }
    extensions.note(converter);
    converter.marshal(part, writer, this);
    state.end(part);
  }

  private Shape shapeOf(Class<?> type) {
    return shapeOf(type, converterLookup.lookupConverterForType(type));
  }

  private static Shape shapeOf(Class<?> type, Converter converter) {
    return converter instanceof ShapeConverter shapes
        ? shapes.shapeOf(type)
        : new CustomShape(converter);
  }
}
