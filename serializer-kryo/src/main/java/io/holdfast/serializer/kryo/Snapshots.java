package io.holdfast.serializer.kryo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What a collection holds at one moment, so that the number written and the elements agree. A
 * collection that another thread changes meanwhile may throw anything: that is reported as {@link
 * ConcurrentModificationException}, after which a caller may try again.
 */
final class Snapshots {

  private Snapshots() {}

  static @Nullable Object[] elementsOf(Collection<?> collection) {
    try {
      Object[] elements = collection.toArray();
      if (collection instanceof ArrayDeque) {
        refuseGaps(elements);
      }
      return elements;
    } catch (NullPointerException | IndexOutOfBoundsException | NoSuchElementException e) {
      throw new ConcurrentModificationException(e);
    }
  }

  private static void refuseGaps(@Nullable Object[] elements) {
    for (Object element : elements) {
      if (element == null) {
        throw new ConcurrentModificationException("changed while it was copied");
      }
    }
  }

  /** Keys and values in turn. */
  static @Nullable Object[] keysAndValuesOf(Map<?, ?> map) {
    try {
      List<@Nullable Object> flat = new ArrayList<>(2 * map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        flat.add(entry.getKey());
        flat.add(entry.getValue());
      }
      return flat.toArray();
    } catch (NullPointerException | IndexOutOfBoundsException | NoSuchElementException e) {
      throw new ConcurrentModificationException(e);
    }
  }
}
