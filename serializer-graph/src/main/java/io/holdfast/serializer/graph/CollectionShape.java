package io.holdfast.serializer.graph;

import io.holdfast.serializer.limits.SortedTables;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.Snapshots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collections of the JDK that are made empty and then filled.
 *
 * @param filledLater whether elements are hashed or compared, so that they must be finished first
 * @param comparator gives the comparator of a sorted collection, null for all others
 */
record CollectionShape(
    boolean filledLater,
    @Nullable Function<Object, @Nullable Comparator<?>> comparator,
    Function<@Nullable Comparator<Object>, Collection<?>> make)
    implements Shape {

  static Shape listed(Supplier<Collection<?>> make) {
    return new CollectionShape(false, null, ignored -> make.get());
  }

  static Shape hashed(Supplier<Collection<?>> make) {
    return new CollectionShape(true, null, ignored -> make.get());
  }

  static Shape sorted(
      Function<Object, @Nullable Comparator<?>> comparator,
      Function<@Nullable Comparator<Object>, Collection<?>> make) {
    return new CollectionShape(true, comparator, make);
  }

  @Override
  public void write(Object instance, PartWriter out) {
    Comparator<?> order = comparator == null ? null : comparator.apply(instance);
    if (comparator != null) {
      out.part(order);
    }
    boolean patient = out.state().copiesCollections();
    WorkBudget work = out.state().work();
    @Nullable Object[] elements = Snapshots.elementsOf((Collection<?>) instance, patient);
    if (filledLater) {
      work.filled(instance, elements, 1);
    }
    long weight = work.weigh(instance, order, elements.length);
    for (Object element : elements) {
      if (filledLater) {
        work.key(instance, weight, element);
      }
      out.part(element);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object read(Class<?> type, PartReader in) {
    Comparator<Object> order = comparator == null ? null : (Comparator<Object>) in.next();
    Collection<@Nullable Object> collection = (Collection<@Nullable Object>) make.apply(order);
    in.announce(collection);
    if (filledLater) {
      fillLater(collection, order, in);
    } else if (collection instanceof CopyOnWriteArrayList) {
      collection.addAll(elements(in)); // each add would copy all that are there
    } else {
      while (in.hasNext()) {
        collection.add(in.next());
      }
    }
    return collection;
  }

  private static List<@Nullable Object> elements(PartReader in) {
    List<@Nullable Object> elements = new ArrayList<>();
    while (in.hasNext()) {
      elements.add(in.next());
    }
    return elements;
  }

  private static void fillLater(
      Collection<@Nullable Object> collection, @Nullable Comparator<Object> order, PartReader in) {
    List<@Nullable Object> elements = elements(in);
    WorkBudget work = in.state().work();
    in.state()
        .later(
            () -> {
              boolean inOrder = collection instanceof TreeSet;
              long weight = work.weigh(collection, order, elements.size());
              for (Object element : elements) {
                work.key(collection, weight, element);
                if (!inOrder) {
                  collection.add(element);
                }
              }
              if (inOrder) {
                SortedTables.fill((TreeSet<@Nullable Object>) collection, elements);
              }
              work.tables().filled(collection, elements.size());
            });
  }
}
