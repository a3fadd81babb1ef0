package io.holdfast.serializer.graph;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/**
 * Arrays of one primitive type, as big-endian bytes.
 *
 * @param width bytes of an element
 */
record PrimitiveArrayShape(int width, Put put, Get get) implements Shape {

  @FunctionalInterface
  interface Put {
    void put(ByteBuffer to, Object array);
  }

  @FunctionalInterface
  interface Get {
    void get(ByteBuffer from, Object array);
  }

  static Shape of(Class<?> component) {
    if (component == byte.class) {
      return new PrimitiveArrayShape(1, (b, a) -> b.put((byte[]) a), (b, a) -> b.get((byte[]) a));
    } else if (component == boolean.class) {
      return new PrimitiveArrayShape(
          1, PrimitiveArrayShape::putBooleans, PrimitiveArrayShape::getBooleans);
    } else if (component == char.class) {
      return new PrimitiveArrayShape(
          2,
          (b, a) -> b.asCharBuffer().put((char[]) a),
          (b, a) -> b.asCharBuffer().get((char[]) a));
    } else if (component == short.class) {
      return new PrimitiveArrayShape(
          2,
          (b, a) -> b.asShortBuffer().put((short[]) a),
          (b, a) -> b.asShortBuffer().get((short[]) a));
    } else if (component == int.class) {
      return new PrimitiveArrayShape(
          4, (b, a) -> b.asIntBuffer().put((int[]) a), (b, a) -> b.asIntBuffer().get((int[]) a));
    } else if (component == long.class) {
      return new PrimitiveArrayShape(
          8,
          (b, a) -> b.asLongBuffer().put((long[]) a),
          (b, a) -> b.asLongBuffer().get((long[]) a));
    } else if (component == float.class) {
      return new PrimitiveArrayShape(
          4,
          (b, a) -> b.asFloatBuffer().put((float[]) a),
          (b, a) -> b.asFloatBuffer().get((float[]) a));
    }
    return new PrimitiveArrayShape(
        8,
        (b, a) -> b.asDoubleBuffer().put((double[]) a),
        (b, a) -> b.asDoubleBuffer().get((double[]) a));
  }

  @Override
  public void write(Object instance, PartWriter out) {
    int length = Array.getLength(instance);
    out.state().checkLength(instance, length);
    out.state().checkRoom((long) length * width);
    ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(length, width));
    put.put(buffer, instance);
    out.bytes(buffer.array());
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    byte[] bytes = in.bytes();
    if (bytes.length % width != 0) {
      throw DecodeState.unreadable("cut array of " + type.getComponentType(), null);
    }
    in.state().spend(bytes.length / width);
    Object array = Array.newInstance(type.getComponentType(), bytes.length / width);
    get.get(ByteBuffer.wrap(bytes), array);
    return array;
  }

  private static void putBooleans(ByteBuffer to, Object array) {
    for (boolean element : (boolean[]) array) {
      to.put((byte) (element ? 1 : 0));
    }
  }

  private static void getBooleans(ByteBuffer from, Object array) {
    boolean[] elements = (boolean[]) array;
    for (int i = 0; i < elements.length; i++) {
      elements[i] = from.get() != 0;
    }
  }
}
