package io.holdfast.testkit.memcached;

import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a node for its items, without the client under test. */
public interface NodeProbe {

  /** The item under a key, or null if there is none. */
  @Nullable Stored stored(String key);

  /** The bytes under a key, or null if there are none. */
  default byte @Nullable [] get(String key) {
    Stored stored = stored(key);
    return stored == null ? null : stored.value();
  }

  /** Stores bytes without expiry, flags 0; for records that no client would write. */
  default void set(String key, byte[] value) {
    set(key, 0, 0, value);
  }

  /** Stores bytes; a node without flags forgets them. */
  void set(String key, int flags, long expirySeconds, byte[] value);

  /** Replaces an item's bytes; it will not expire any more. */
  void corrupt(String key, byte[] value);

  /** Deletes an item; returns whether it was there. */
  boolean delete(String key);

  /** Drops all items. */
  void flushAll();

  /** The node's version. */
  String version();

  /** What the node tells of itself, by the names that memcached has for it. */
  Map<String, String> stats();

  /** How often each command was executed, by the names that memcached has for it. */
  Map<String, Long> commandCounts();

  /** How many items the node counts; expired ones may be among them. */
  int itemCount();

  /** The keys of all items that have not expired. */
  List<String> keys();

  /** All keys with the second since 1970 in which the item expires, -1 if it never does. */
  Map<String, Long> expiries();
}
