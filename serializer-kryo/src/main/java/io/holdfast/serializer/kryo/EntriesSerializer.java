package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.limits.SortedTables;
import io.holdfast.serializer.limits.WorkBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map of the JDK: its comparator if it has one, then keys and values in turn.
 *
 * @param <M> the exact class of the map
 */
final class EntriesSerializer<M extends Map<Object, Object>> extends Serializer<M> {

  private static final int MAX_FIRST_CAPACITY = 1_024;

  private final CollectionKind kind;

  EntriesSerializer(CollectionKind kind) {
    this.kind = kind;
  }

  @Override
  public void write(Kryo kryo, Output output, M map) {
    if (kind.isSorted()) {
      CheckedReferences references = GuardedKryo.of(kryo).references();
      references.construct(map);
      kryo.writeClassAndObject(output, SortedTables.comparatorOf(map));
      references.constructed();
    }
    write(kryo, output, flat(kryo, map));
  }

  /**
   * Keys and values in turn; the keys are counted. It is a copy of the references, so that the
   * number and the entries agree whatever others do.
   */
  @Nullable Object[] flat(Kryo kryo, M map) {
    Object[] flat = GuardedKryo.of(kryo).taker().entriesOf(map);
    GuardedKryo.of(kryo).checkLength(map, flat.length / 2);
    WorkBudget work = GuardedKryo.of(kryo).work();
    Comparator<?> order = kind.isSorted() ? SortedTables.comparatorOf(map) : null;
    long weight = work.weigh(map, order, flat.length / 2);
    for (int i = 0; i < flat.length; i += 2) {
      work.key(map, weight, flat[i]);
    }
    work.filled(map, flat, 2);
    return flat;
  }

  /** Writes keys and values in turn, and gives the array back. */
  void write(Kryo kryo, Output output, @Nullable Object[] flat) {
    output.writeVarInt(flat.length / 2, true);
    for (Object object : flat) {
      kryo.writeClassAndObject(output, object);
    }
    GuardedKryo.of(kryo).taker().giveBack(flat);
  }

  @Override
  @SuppressWarnings("unchecked")
  public M read(Kryo kryo, Input input, Class<? extends M> type) {
    Comparator<Object> order =
        kind.isSorted() ? (Comparator<Object>) kryo.readClassAndObject(input) : null;
    int length = BoundedInput.of(input).readLength();
    M map = (M) kind.make(Math.min(2 * length, MAX_FIRST_CAPACITY), order);
    kryo.reference(map);
    WorkBudget work = GuardedKryo.of(kryo).work();
    long weight = work.weigh(map, order, length);
    if (map instanceof TreeMap) {
      SortedTables.fill((TreeMap<Object, Object>) map, entries(map, length, kryo, input));
      return map;
    }
    for (int i = 0; i < length; i++) {
      Object key = kryo.readClassAndObject(input);
      Object value = kryo.readClassAndObject(input);
      work.key(map, weight, key);
      map.put(key, value);
    }
    work.tables().filled(map, length);
    return map;
  }

  private static List<@Nullable Object> entries(Object map, int length, Kryo kryo, Input input) {
    List<@Nullable Object> entries = new ArrayList<>(Math.min(2 * length, MAX_FIRST_CAPACITY));
    for (int i = 0; i < length; i++) {
      Object key = kryo.readClassAndObject(input);
      entries.add(key);
      entries.add(kryo.readClassAndObject(input));
      GuardedKryo.of(kryo).work().key(map, 0, key);
    }
    return entries;
  }
}
