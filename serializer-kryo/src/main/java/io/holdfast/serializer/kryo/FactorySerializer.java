package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that is made from its parts and cannot be changed after, such as {@code List.of(...)}.
 *
 * @param <T> the class of the whole
 */
final class FactorySerializer<T> extends Serializer<T> {

  /** How far one key is from the next among the parts; 0 where nothing is hashed. */
  private final int keyStep;

  private final Function<T, @Nullable Object[]> parts;
  private final Function<@Nullable Object[], T> factory;

  FactorySerializer(
      Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
    this(0, parts, factory);
  }

  private FactorySerializer(
      int keyStep, Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
    this.keyStep = keyStep;
    this.parts = parts;
    this.factory = factory;
  }

  static FactorySerializer<Set<?>> ofSet(Function<@Nullable Object[], Set<?>> factory) {
    return new FactorySerializer<>(1, Set::toArray, factory);
  }

  static FactorySerializer<Map<?, ?>> ofMap(
      Function<Map<?, ?>, @Nullable Object[]> keysAndValues,
      Function<@Nullable Object[], Map<?, ?>> factory) {
    return new FactorySerializer<>(2, keysAndValues, factory);
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
    count(array, kryo);
  }

  private void count(@Nullable Object[] array, Kryo kryo) {
    if (keyStep > 0) {
      GuardedKryo.of(kryo).work().placed(array, keyStep);
    }
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> type) {
    Object[] array = new Object[BoundedInput.of(input).readLength()];
    for (int i = 0; i < array.length; i++) {
      array[i] = kryo.readClassAndObject(input);
    }
    count(array, kryo);
    return factory.apply(array);
  }
}
