package io.holdfast.serializer.kryo;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers objects in the order in which they come, told apart by identity. One search both finds an
 * object and adds it, which is most of what writing a graph of many small objects takes.
 */
final class WrittenObjects {

  /** What a search returns for an object that did not come before. */
  static final int NEW = -1;

  private static final int FIRST_CAPACITY = 256;
  private static final int LARGEST_CAPACITY_KEPT = 4_096;

  /** Spreads hash codes, whose upper bits are as good as their lower ones. */
  private static final int SPREAD = 0x9e3779b9;

  private @Nullable Object[] objects = new Object[FIRST_CAPACITY];
  private int[] numbers = new int[FIRST_CAPACITY];
  private int size;

  /** Returns the number of the object, or {@link #NEW} after it has got the next one. */
  int findOrAdd(Object object) {
    int place = placeOf(object);
    if (objects[place] != null) {
      return numbers[place];
    }
    objects[place] = object;
    numbers[place] = size++;
    if (2 * size > objects.length) {
      grow();
    }
    return NEW;
  }

  /** How many objects have a number. */
  int size() {
    return size;
  }

  /** Lets go of all objects. */
  void clear() {
    if (objects.length > LARGEST_CAPACITY_KEPT) {
      objects = new Object[FIRST_CAPACITY];
      numbers = new int[FIRST_CAPACITY];
    } else {
      Arrays.fill(objects, null);
    }
    size = 0;
  }

  /** Where the object is, or where it belongs. */
  private int placeOf(Object object) {
    int last = objects.length - 1;
    int place = (System.identityHashCode(object) * SPREAD) >>> Integer.numberOfLeadingZeros(last);
    for (Object there = objects[place]; there != null && there != object; there = objects[place]) {
      place = (place + 1) & last;
    }
    return place;
  }

  private void grow() {
    @Nullable Object[] fewer = objects;
    int[] fewerNumbers = numbers;
    objects = new Object[2 * fewer.length];
    numbers = new int[objects.length];
    for (int i = 0; i < fewer.length; i++) {
      Object object = fewer[i];
      if (object != null) {
        int place = placeOf(object);
        objects[place] = object;
        numbers[place] = fewerNumbers[i];
      }
    }
  }
}
