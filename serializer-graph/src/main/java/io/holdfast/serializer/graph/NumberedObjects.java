package io.holdfast.serializer.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a graph by their numbers, which come one after the other but for a few: they lie
 * in an array. Numbers that hostile bytes make up do not make it larger than four times the number
 * of objects. For one thread.
 */
final class NumberedObjects {

  private static final int FIRST_CAPACITY = 64;
  private static final int SPARSEST = 4;

  private @Nullable Object[] near = new Object[FIRST_CAPACITY];
  private final Map<Integer, Object> far = new HashMap<>(0);
  private int count;

  /** The object with a number, null if there is none. */
  @Nullable Object get(int number) {
    Object object = number >= 0 && number < near.length ? near[number] : null;
    return object == null && !far.isEmpty() ? far.get(number) : object;
  }

  /** Gives a number to an object, which may have had it before. */
  void put(int number, Object object) {
    if (number >= near.length && number < 2 * near.length && SPARSEST * count >= near.length) {
      near = Arrays.copyOf(near, 2 * near.length);
    }
    if (number < 0 || number >= near.length) {
      far.put(number, object);
      return;
    }
    if (near[number] == null) {
      count++;
    }
    near[number] = object;
  }
}
