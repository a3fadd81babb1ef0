package io.holdfast.serializer.jdk;

import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.objects.Unchangeable;
import java.util.Collections;
import java.util.IdentityHashMap;

/**
 * Finds out whether graphs that JDK serialization writes one after the other share an object that
 * can change. For one thread.
 */
final class StreamSharing {

  private final ObjectNumbers met = new ObjectNumbers();
  private final ReplacedObjects replaced =
      new ReplacedObjects(this::meet, Collections.newSetFromMap(new IdentityHashMap<>(0)));

  private void meet(Object object) {
    int unused = met.findOrAdd(object);
  }

  /** Starts the graph of a root. */
  void startNext(Object root) {
    met.nextGraph();
    replaced.lookAt(root);
  }

  /** Notes an object of the graph; tells whether it is certain until now that none is shared. */
  boolean isRuledOut(Object object) {
    if (!Unchangeable.is(object)) {
      meet(object);
    }
    return !isPossible();
  }

  /** Looks for what the stream does not show of an object that it has shown. */
  void lookInto(Object holder) {
    replaced.lookInto(holder);
  }

  /** Returns whether an object is shared, or may be. */
  boolean isPossible() {
    return met.isShared() || !replaced.isSure();
  }
}
