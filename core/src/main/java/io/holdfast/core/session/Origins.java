package io.holdfast.core.session;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of a session last changed its parts. Only the versions that the record's lineage
 * names are kept: what is older counts as known to everybody.
 *
 * @param user version that last changed who is authenticated; 0 if it is older
 * @param interval version that last changed the interval; 0 if it is older
 * @param attributes versions that last changed or removed an attribute, by its name, in the order
 *     of the names
 */
public record Origins(long user, long interval, SortedMap<String, Long> attributes) {

  /** Of a record all of whose parts are old. */
  public static final Origins NONE = new Origins(0, 0, new TreeMap<>());

  /** Copies the map. */
  public Origins {
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
  }

  /** The version that last changed an attribute; 0 if it is older than what is named. */
  public long of(String attribute) {
    @Nullable Long origin = attributes.get(attribute);
    return origin == null ? 0 : origin;
  }

  /** Without the versions that a lineage does not name. */
  public Origins within(Lineage lineage) {
    TreeMap<String, Long> named = new TreeMap<>(attributes);
    named.values().removeIf(version -> !lineage.names(version));
    LongPredicate isNamed = lineage::names;
    return new Origins(isNamed.test(user) ? user : 0, isNamed.test(interval) ? interval : 0, named);
  }

  /** Whether nothing is known of any part. */
  public boolean isEmpty() {
    return user == 0 && interval == 0 && attributes.isEmpty();
  }
}
