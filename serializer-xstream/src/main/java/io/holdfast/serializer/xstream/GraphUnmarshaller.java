package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.ConverterLookup;
import com.thoughtworks.xstream.converters.DataHolder;
import com.thoughtworks.xstream.core.TreeUnmarshaller;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.mapper.Mapper;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.Extensions;
import org.jspecify.annotations.Nullable;

/** Reads what {@link GraphMarshaller} wrote. */
final class GraphUnmarshaller extends TreeUnmarshaller {

  private final Mapper mapper;
  private final DecodeState state;
  private final Extensions.Read extensions;
  private int current;

  GraphUnmarshaller(
      HierarchicalStreamReader reader,
      ConverterLookup lookup,
      Mapper mapper,
      DecodeState state,
      Extensions.Read extensions) {
    super(null, reader, lookup, mapper);
    this.mapper = mapper;
    this.state = state;
    this.extensions = extensions;
  }

  DecodeState state() {
    return state;
  }

  @Override
  public Object start(@Nullable DataHolder ignored) {
    Object graph = readPart(Object.class);
    if (graph == null) {
      throw new IllegalStateException("a graph of nothing");
    }
    return graph;
  }

  /** Reads the object in the current node. */
  @Nullable Object readPart(Class<?> assumed) {
    if (Nodes.NULL.equals(reader.getAttribute(Nodes.CLASS))) {
      return null;
    }
    String reference = reader.getAttribute(Nodes.REFERENCE);
    if (reference != null) {
      return state.known(Integer.parseInt(reference));
    }
    return convertAnother(null, partClass(assumed));
  }

  /** The class of the object in the current node, accepted by the filter. */
  Class<?> partClass(Class<?> assumed) {
    String name = reader.getAttribute(Nodes.CLASS);
    if (name != null && !name.equals(Nodes.NULL)) {
      return mapper.realClass(name);
    }
    return state.unnamed(assumed);
  }

  /** Makes the object in the current node known before it is complete. */
  void announce(Object instance) {
    state.define(current, instance);
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected Object convert(@Nullable Object parent, Class type, Converter converter) {
    String reference = reader.getAttribute(Nodes.REFERENCE);
    if (reference != null) {
      return state.known(Integer.parseInt(reference));
    }
    extensions.check(converter, type);
    String number = reader.getAttribute(Nodes.ID);
    int id = number == null ? 0 : Integer.parseInt(number);
    int outer = current;
    current = id;
    state.begin(type);
    int mark = state.mark();
    Object object = super.convert(parent, type, converter);
    if (!(converter instanceof ShapeConverter)) {
      state.settle(mark);
    }
    state.end();
    current = outer;
    state.define(id, object);
    return object;
  }
}
