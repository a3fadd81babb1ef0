package io.holdfast.serializer.objects;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers objects from zero in the order in which they are added, told apart by identity. Writing a
 * graph of many small objects takes most of its time to find out which came before. For one thread.
 *
 * <p>Several graphs can be numbered one after the other, each from zero: then it is noted whether
 * two of them hold the same object, and the application could tell if it became two. From there on
 * every object counts as known, which soon ends the writing of what is of no use any more.
 */
public final class ObjectNumbers {

  /** What a search returns for an object that was not added. */
  public static final int NONE = -1;

  private static final int FIRST_CAPACITY = 128;
  private static final int LARGEST_CAPACITY_KEPT = 4_096;

  /** Spreads hash codes, whose upper bits are as good as their lower ones. */
  private static final int SPREAD = 0x9e3779b9;

  /** Twice as many as the objects at least; the other arrays go with it. */
  private @Nullable Object[] objects = new Object[FIRST_CAPACITY];

  private int[] numbers = new int[FIRST_CAPACITY];
  private int[] places = new int[FIRST_CAPACITY / 2];
  private int size;

  /** How many numbers the graphs before have. */
  private int before;

  private boolean isShared;

  /** Creates an empty table. */
  public ObjectNumbers() {}

  /** Returns the number of the object, or {@link #NONE}. */
  public int find(Object object) {
    if (isShared) {
      return 0;
    }
    int place = placeOf(object);
    return objects[place] == null || numbers[place] < before ? NONE : numbers[place] - before;
  }

  /** Returns whether the object is in this graph, or in one of the graphs before. */
  public boolean isKnown(Object object) {
    return isShared || objects[placeOf(object)] != null;
  }

  /** Returns the number of the object, or {@link #NONE} after it has got the next one. */
  public int findOrAdd(Object object) {
    if (isShared) {
      return 0;
    }
    int place = placeOf(object);
    if (objects[place] != null) {
      if (numbers[place] >= before) {
        return numbers[place] - before;
      }
      if (!Unchangeable.is(object)) {
        isShared = true;
        return 0;
      }
    }
    if (size == places.length) {
      grow();
      place = placeOf(object);
    }
    objects[place] = object;
    numbers[place] = size;
    places[size++] = place;
    return NONE;
  }

  /** How many objects have a number, which is the next number. */
  public int size() {
    return size - before;
  }

  /** Starts the next graph; what has a number keeps it in mind, and gets another one there. */
  public void nextGraph() {
    before = size;
  }

  /** Returns whether an object that can change was added in two graphs. */
  public boolean isShared() {
    return isShared;
  }

  /** Lets go of all objects. */
  public void clear() {
    if (objects.length > LARGEST_CAPACITY_KEPT) {
      allocate(FIRST_CAPACITY);
    } else {
      for (int i = 0; i < size; i++) {
        objects[places[i]] = null;
      }
    }
    size = 0;
    before = 0;
    isShared = false;
  }

  /** Where the object is, or where it belongs. */
  private int placeOf(Object object) {
    @Nullable Object[] all = objects;
    int last = all.length - 1;
    int place = (System.identityHashCode(object) * SPREAD) >>> Integer.numberOfLeadingZeros(last);
    for (Object there = all[place]; there != null && there != object; there = all[place]) {
      place = (place + 1) & last;
    }
    return place;
  }

  private void grow() {
    @Nullable Object[] fewer = objects;
    int[] fewerPlaces = Arrays.copyOf(places, size);
    allocate(2 * fewer.length);
    for (int number = 0; number < size; number++) {
      Object object = fewer[fewerPlaces[number]];
      if (object != null) {
        int place = placeOf(object);
        objects[place] = object;
        numbers[place] = number;
        places[number] = place;
      }
    }
  }

  private void allocate(int capacity) {
    objects = new Object[capacity];
    numbers = new int[capacity];
    places = new int[capacity / 2];
  }
}
