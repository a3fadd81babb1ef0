package io.holdfast.serializer.graph;

import java.util.function.Function;

/**
 * Instances that a byte string says everything about.
 *
 * @param isValue false for mutable classes, whose identity matters
 */
record BytesShape(boolean isValue, Function<Object, byte[]> format, Function<byte[], Object> parse)
    implements Shape {

  @Override
  public void write(Object instance, PartWriter out) {
    byte[] bytes = format.apply(instance);
    out.state().checkLength(instance, bytes.length);
    out.bytes(bytes);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return parse.apply(in.bytes());
  }
}
