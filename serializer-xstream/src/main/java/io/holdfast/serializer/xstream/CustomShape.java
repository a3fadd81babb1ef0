package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import io.holdfast.serializer.graph.PartReader;
import io.holdfast.serializer.graph.PartWriter;
import io.holdfast.serializer.graph.Shape;

/**
 * The shape of a user's converter, whose behaviour is unknown: its objects keep their identity but
 * cannot be part of a cycle.
 */
record CustomShape(Converter converter) implements Shape {

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    throw new UnsupportedOperationException(converter + " writes by itself");
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    throw new UnsupportedOperationException(converter + " reads by itself");
  }
}
