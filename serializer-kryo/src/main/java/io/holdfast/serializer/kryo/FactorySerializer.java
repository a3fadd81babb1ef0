package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.limits.WorkBudget;
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

  /** What the making of the whole does with its parts, as far as it takes time. */
  private interface Use {
    void count(@Nullable Object[] parts, WorkBudget work);
  }

  private final Function<T, @Nullable Object[]> parts;
  private final Function<@Nullable Object[], T> factory;
  private final Use use;

  private FactorySerializer(
      Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory, Use use) {
    this.parts = parts;
    this.factory = factory;
    this.use = use;
  }

  /** Something that only keeps its parts. */
  static <T> FactorySerializer<T> ofList(
      Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
    return new FactorySerializer<>(parts, factory, (all, work) -> {});
  }

  /** Something that may hash its parts, for all that is known. */
  static <T> FactorySerializer<T> ofAny(
      Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
    return new FactorySerializer<>(
        parts,
        factory,
        (all, work) -> {
          for (Object part : all) {
            work.comparator(part);
          }
          for (Object part : all) {
            work.metElsewhere(part);
          }
        });
  }

  /** A table of the JDK whose parts are its keys. */
  static FactorySerializer<Set<?>> ofSet(Function<@Nullable Object[], Set<?>> factory) {
    return new FactorySerializer<>(Set::toArray, factory, (all, work) -> work.placed(all, 1));
  }

  /** A table of the JDK whose parts are its keys and values in turn. */
  static FactorySerializer<Map<?, ?>> ofMap(
      Function<Map<?, ?>, @Nullable Object[]> keysAndValues,
      Function<@Nullable Object[], Map<?, ?>> factory) {
    return new FactorySerializer<>(keysAndValues, factory, (all, work) -> work.placed(all, 2));
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
    use.count(array, GuardedKryo.of(kryo).work());
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> type) {
    Object[] array = new Object[BoundedInput.of(input).readLength()];
    for (int i = 0; i < array.length; i++) {
      array[i] = kryo.readClassAndObject(input);
    }
    WorkBudget work = GuardedKryo.of(kryo).work();
    use.count(array, work);
    T whole = factory.apply(array);
    work.tables().filled(whole);
    return whole;
  }
}
