package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.limits.WorkBudget;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that is made from its parts and cannot be changed after, such as {@code List.of(...)}.
 *
 * @param <T> the class of the whole
 */
abstract class FactorySerializer<T> extends Serializer<T> {

  abstract @Nullable Object[] parts(T whole);

  abstract T make(@Nullable Object[] parts);

  /** Counts what the making of the whole does with its parts, as far as it takes time. */
  abstract void count(@Nullable Object[] parts, WorkBudget work);

  /** Something that may hash its parts, for all that is known. */
  static <T> FactorySerializer<T> ofAny(
      Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
    return new FactorySerializer<>() {
      @Override
      @Nullable Object[] parts(T whole) {
        return parts.apply(whole);
      }

      @Override
      T make(@Nullable Object[] all) {
        return factory.apply(all);
      }

      @Override
      void count(@Nullable Object[] all, WorkBudget work) {
        for (Object part : all) {
          work.comparator(part);
        }
        for (Object part : all) {
          work.metElsewhere(part);
        }
      }
    };
  }

  @Override
  public void write(Kryo kryo, Output output, T whole) {
    Object[] array = parts(whole);
    CheckedReferences references = GuardedKryo.of(kryo).references();
    references.construct(whole);
    output.writeVarInt(array.length, true);
    for (Object part : array) {
      kryo.writeClassAndObject(output, part);
    }
    references.constructed();
    count(array, GuardedKryo.of(kryo).work());
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> type) {
    Object[] array = new Object[BoundedInput.of(input).readLength()];
    for (int i = 0; i < array.length; i++) {
      array[i] = kryo.readClassAndObject(input);
    }
    WorkBudget work = GuardedKryo.of(kryo).work();
    count(array, work);
    T whole = make(array);
    work.tables().filled(whole);
    return whole;
  }
}
