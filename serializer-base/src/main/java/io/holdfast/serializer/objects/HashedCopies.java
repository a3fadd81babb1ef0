package io.holdfast.serializer.objects;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies of hash tables, whose keys are hashed once more. A key that has changed since it was put
 * in may be equal to another one by now, which takes its place in the copy, or have no hash code
 * any more: the table is refused then, and by name, as its reader would fare no better.
 */
final class HashedCopies {

  private HashedCopies() {}

  /**
   * Copies a table.
   *
   * @param copier clones it
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if its keys do not allow that
   */
  static Object of(Object table, UnaryOperator<Object> copier) {
    Object copy;
    try {
      copy = copier.apply(table);
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (RuntimeException e) {
      refuse(table);
      throw e;
    }
    if (keysOf(copy).size() < keysOf(table).size()) {
      refuse(table);
    }
    return copy;
  }

  private static Collection<?> keysOf(Object table) {
    return table instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) table;
  }

  /** Refuses the table if its keys are to blame, and no other thread that changes it. */
  private static void refuse(Object table) {
    @Nullable Object[] keys;
    try {
      keys = Snapshots.elementsOf(keysOf(table), false);
    } catch (ConcurrentModificationException e) {
      return;
    }
    Set<@Nullable Object> different = new HashSet<>();
    for (Object key : keys) {
      try {
        different.add(key);
      } catch (RuntimeException e) { // of the application
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class %s has a key of class %s that cannot be hashed any more: %s"
                .formatted(
                    table.getClass().getName(),
                    key == null ? null : key.getClass().getName(),
                    ApplicationFailure.describe(e)),
            e);
      }
    }
    if (different.size() < keys.length) {
      throw new TranscoderException(
          Reason.UNWRITABLE, equalKeys(table.getClass(), keys.length, different.size()));
    }
  }

  static String equalKeys(Class<?> type, int written, int read) {
    return "class %s has %d keys, but reading leaves %d: some have become equal since they were put in"
        .formatted(type.getName(), written, read);
  }
}
