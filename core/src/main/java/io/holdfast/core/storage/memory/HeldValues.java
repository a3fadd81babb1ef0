package io.holdfast.core.storage.memory;

import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a node in memory holds. Guarded by its monitor, which callers hold: all stores that lead to
 * the node share it.
 */
final class HeldValues {

  /** So many writes later, values whose time is up are dropped, which no one may ask for again. */
  private static final int WRITES_BETWEEN_SWEEPS = 1_000;

  private static final long NEVER = Long.MAX_VALUE;
  private static final long MILLIS = 1_000;

  private final Map<String, Held> values = new HashMap<>();
  private long lastVersion;
  private int writes;

  /** A value until a time in milliseconds. */
  private record Held(StoredValue value, long end) {}

  HeldValues() {}

  @Nullable StoredValue get(String key, long now) {
    Held held = values.get(key);
    if (held != null && held.end <= now) {
      values.remove(key);
      return null;
    }
    return held == null ? null : held.value;
  }

  WriteResult put(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition, long now) {
    if (!holds(condition, get(key, now))) {
      return WriteResult.CONFLICT;
    }
    if (++writes % WRITES_BETWEEN_SWEEPS == 0) {
      values.values().removeIf(held -> held.end <= now);
    }
    return WriteResult.stored(put(key, value, end(timeToLive, now)));
  }

  private long put(String key, byte[] value, long end) {
    values.put(key, new Held(new StoredValue(value, ++lastVersion), end));
    return lastVersion;
  }

  private static boolean holds(WriteCondition condition, @Nullable StoredValue current) {
    if (condition instanceof WriteCondition.IfAbsent) {
      return current == null;
    }
    return !(condition instanceof WriteCondition.IfVersion expected)
        || (current != null && current.version() == expected.version());
  }

  private static long end(TimeToLive timeToLive, long now) {
    return timeToLive.seconds() == 0 ? NEVER : now + Math.max(0, timeToLive.seconds()) * MILLIS;
  }

  /** Gives the key other bytes until the same time; their version is 0 if there was no value. */
  long replace(String key, byte[] value) {
    Held held = values.get(key);
    return held == null ? WriteResult.UNKNOWN : put(key, value, held.end);
  }

  boolean touch(String key, TimeToLive timeToLive, long now) {
    StoredValue value = get(key, now);
    if (value != null) {
      values.put(key, new Held(value, end(timeToLive, now)));
    }
    return value != null;
  }

  boolean remove(String key, long now) {
    boolean wasThere = get(key, now) != null;
    values.remove(key);
    return wasThere;
  }

  /** How many values are held, with those whose time is up and that were not dropped yet. */
  int size() {
    return values.size();
  }

  void clear() {
    values.clear();
  }

  /** Sorted; without those whose time is up. */
  Set<String> keys(long now) {
    Set<String> keys = new TreeSet<>(values.keySet());
    keys.removeIf(key -> get(key, now) == null);
    return keys;
  }

  /** When the value expires, in milliseconds; null if never or if there is none. */
  @Nullable Long endOf(String key, long now) {
    Held held = get(key, now) == null ? null : values.get(key);
    return held == null || held.end == NEVER ? null : held.end;
  }
}
