package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A value that holds no other objects.
 *
 * @param <T> the class of the value
 */
final class ValueSerializer<T> extends Serializer<T> {

  private final BiConsumer<Output, T> writer;
  private final Function<BoundedInput, T> reader;

  ValueSerializer(BiConsumer<Output, T> writer, Function<BoundedInput, T> reader) {
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  public void write(Kryo kryo, Output output, T value) {
    writer.accept(output, value);
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> type) {
    return reader.apply(BoundedInput.of(input));
  }
}
