package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that is made from its parts and cannot be changed after, such as {@code List.of(...)}.
 *
 * @param <T> the class of the whole
 */
final class FactorySerializer<T> extends Serializer<T> {

  private final Function<T, @Nullable Object[]> parts;
  private final Function<@Nullable Object[], T> factory;

  FactorySerializer(
      Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
    this.parts = parts;
    this.factory = factory;
  }

  @Override
  public void write(Kryo kryo, Output output, T whole) {
    Object[] array = parts.apply(whole);
    CheckedReferences references = GuardedKryo.of(kryo).references();
    references.construct(whole);
    output.writeVarInt(array.length, true);
    for (Object part : array) {
      kryo.writeClassAndObject(output, part);
    }
    references.constructed();
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> type) {
    Object[] array = new Object[BoundedInput.of(input).readLength()];
    for (int i = 0; i < array.length; i++) {
      array[i] = kryo.readClassAndObject(input);
    }
    return factory.apply(array);
  }
}
