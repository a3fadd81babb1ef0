package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;

/**
 * Arrays of primitives as Kryo writes them, within the limit.
 *
 * @param <T> the class of the array
 */
final class PrimitiveArraySerializer<T> extends Serializer<T> {

  private final Serializer<T> serializer;

  PrimitiveArraySerializer(Serializer<T> serializer) {
    this.serializer = serializer;
  }

  @Override
  public void write(Kryo kryo, Output output, T array) {
    GuardedKryo.of(kryo).checkLength(array, Array.getLength(array));
    serializer.write(kryo, output, array);
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> type) {
    return serializer.read(kryo, input, type);
  }
}
