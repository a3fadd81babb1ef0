package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.MarshallingContext;
import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.io.HierarchicalStreamWriter;
import io.holdfast.core.transcoder.graph.Shapes;

/** Converts every class by its shape. */
final class ShapeConverter implements Converter {

  @Override
  @SuppressWarnings("rawtypes")
  public boolean canConvert(Class type) {
    return true;
  }

  @Override
  public void marshal(Object source, HierarchicalStreamWriter to, MarshallingContext context) {
    Shapes.of(source.getClass()).write(source, new NodePartWriter(to, (GraphMarshaller) context));
  }

  @Override
  public Object unmarshal(HierarchicalStreamReader from, UnmarshallingContext context) {
    Class<?> type = context.getRequiredType();
    return Shapes.of(type).read(type, new NodePartReader(from, (GraphUnmarshaller) context));
  }
}
