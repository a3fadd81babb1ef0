package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.MarshallingContext;
import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.io.HierarchicalStreamWriter;
import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.Shape;

/** Converts every class by its shape. */
final class ShapeConverter implements Converter {

  private final ApplicationShapes shapes;

  ShapeConverter(ApplicationShapes shapes) {
    this.shapes = shapes;
  }

  Shape shapeOf(Class<?> type) {
    return shapes.toWrite(type);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public boolean canConvert(Class type) {
    return true;
  }

  @Override
  public void marshal(Object source, HierarchicalStreamWriter to, MarshallingContext context) {
    shapes
        .toWrite(source.getClass())
        .write(source, new NodePartWriter(to, (GraphMarshaller) context));
  }

  @Override
  public Object unmarshal(HierarchicalStreamReader from, UnmarshallingContext context) {
    Class<?> type = context.getRequiredType();
    return shapes.toRead(type).read(type, new NodePartReader(from, (GraphUnmarshaller) context));
  }
}
