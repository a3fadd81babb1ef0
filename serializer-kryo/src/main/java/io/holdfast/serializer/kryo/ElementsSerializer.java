package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.limits.SortedTables;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.Snapshots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A collection of the JDK: its comparator if it has one, then its elements.
 *
 * @param <C> the exact class of the collection
 */
final class ElementsSerializer<C extends Collection<Object>> extends Serializer<C> {

  private static final int MAX_FIRST_CAPACITY = 1_024;

  private final CollectionKind kind;
  private final boolean compares;

  ElementsSerializer(CollectionKind kind) {
    this.kind = kind;
    this.compares = kind.isSorted() || Set.class.isAssignableFrom(kind.type());
  }

  @Override
  public void write(Kryo kryo, Output output, C collection) {
    Comparator<?> order = kind.isSorted() ? SortedTables.comparatorOf(collection) : null;
    if (kind.isSorted()) {
      CheckedReferences references = GuardedKryo.of(kryo).references();
      references.construct(collection);
      kryo.writeClassAndObject(output, order);
      references.constructed();
    }
    // A copy of the references, so that the number and the elements agree whatever others do.
    Snapshots.Taker taker = GuardedKryo.of(kryo).taker();
    Object[] elements = taker.elementsOf(collection);
    GuardedKryo.of(kryo).checkLength(collection, elements.length);
    output.writeVarInt(elements.length, true);
    WorkBudget work = GuardedKryo.of(kryo).work();
    long weight = work.weigh(collection, order, elements.length);
    for (Object element : elements) {
      if (compares) {
        work.key(collection, weight, element);
      }
      kryo.writeClassAndObject(output, element);
    }
    if (compares) {
      work.filled(collection, elements, 1);
    }
    taker.giveBack(elements);
  }

  private void fill(
      C collection, @Nullable Comparator<?> order, int length, Kryo kryo, Input input) {
    if (collection instanceof CopyOnWriteArrayList) {
      List<Object> elements = new ArrayList<>(Math.min(length, MAX_FIRST_CAPACITY));
      for (int i = 0; i < length; i++) {
        elements.add(kryo.readClassAndObject(input));
      }
      collection.addAll(elements); // each add would copy all that are there
      return;
    }
    WorkBudget work = GuardedKryo.of(kryo).work();
    boolean inOrder = collection instanceof TreeSet;
    Collection<Object> target =
        inOrder ? new ArrayList<>(Math.min(length, MAX_FIRST_CAPACITY)) : collection;
    long weight = work.weigh(collection, order, length);
    for (int i = 0; i < length; i++) {
      Object element = kryo.readClassAndObject(input);
      if (compares) {
        work.key(collection, weight, element);
      }
      target.add(element);
    }
    if (inOrder) {
      SortedTables.fill((TreeSet<Object>) collection, (List<Object>) target);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public C read(Kryo kryo, Input input, Class<? extends C> type) {
    Comparator<Object> order =
        kind.isSorted() ? (Comparator<Object>) kryo.readClassAndObject(input) : null;
    int length = BoundedInput.of(input).readLength();
    C collection = (C) kind.make(Math.min(length, MAX_FIRST_CAPACITY), order);
    kryo.reference(collection);
    fill(collection, order, length, kryo, input);
    if (compares) {
      GuardedKryo.of(kryo).work().tables().filled(collection, length);
    }
    return collection;
  }
}
