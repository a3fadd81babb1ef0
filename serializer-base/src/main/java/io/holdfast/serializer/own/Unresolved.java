package io.holdfast.serializer.own;

import java.util.IdentityHashMap;

/**
 * The objects of a graph that are being read, and whose {@code readResolve} may give others: who
 * refers to one before it has, keeps the one that is thrown away. For one thread.
 */
public final class Unresolved {

  private static final int FEW = 4;

  private final IdentityHashMap<Object, Boolean> open = new IdentityHashMap<>(FEW);

  /** Creates an empty table. */
  public Unresolved() {}

  /** Notes that an object is read from now on. */
  public void start(Object object) {
    open.put(object, false);
  }

  /** Notes that something refers to an object. */
  public void met(Object object) {
    if (!open.isEmpty() && open.containsKey(object)) {
      open.put(object, true);
    }
  }

  /** Notes that an object is read, and returns whether something refers to it. */
  public boolean end(Object object) {
    return Boolean.TRUE.equals(open.remove(object));
  }

  /** Lets go of all objects. */
  public void clear() {
    open.clear();
  }
}
