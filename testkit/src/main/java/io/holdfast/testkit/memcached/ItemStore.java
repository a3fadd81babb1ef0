package io.holdfast.testkit.memcached;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The embedded server's items, bounded; the least recently used one is dropped first. */
final class ItemStore {

  /** The result of a command that stores an item. */
  enum Outcome {
    STORED,
    NOT_STORED,
    EXISTS,
    NOT_FOUND
  }

  /** The commands that store an item. */
  enum Mode {
    SET,
    ADD,
    REPLACE,
    APPEND,
    PREPEND,
    CAS
  }

  private final MemcachedLimits limits;
  private final InstantSource clock;
  private final Counters counters = new Counters();
  private final LinkedHashMap<String, Item> items = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private long lastCas;
  private long flushAt = Expiry.NEVER;

  ItemStore(MemcachedLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  boolean fits(String key, long dataLength) {
    return Item.size(key, dataLength) <= limits.itemBytes();
  }

  synchronized @Nullable Item get(String key) {
    Item item = live(key);
    counters.count("cmd_get");
    counters.count(item == null ? "get_misses" : "get_hits");
    return item;
  }

  /** Counts as a touch only, as in memcached. */
  synchronized @Nullable Item getAndTouch(String key, long exptime) {
    return touch(key, exptime) ? live(key) : null;
  }

  synchronized boolean touch(String key, long exptime) {
    Item item = live(key);
    counters.count("cmd_touch");
    counters.count(item == null ? "touch_misses" : "touch_hits");
    if (item == null) {
      return false;
    }
    long expiresAt = Expiry.expiresAt(exptime, clock.millis());
    put(key, new Item(item.flags(), item.data(), expiresAt, item.cas()));
    return true;
  }

  /**
   * What a command that stores an item has done.
   *
   * @param cas the last one that was given to an item
   */
  record Written(Outcome outcome, long cas) {}

  synchronized Written store(
      Mode mode, String key, int flags, long exptime, byte[] data, long cas) {
    Item old = live(key);
    counters.count("cmd_set");
    Outcome refusal = refusal(mode, old, cas);
    if (refusal != null) {
      return new Written(refusal, lastCas);
    }
    switch (mode) {
      case APPEND -> replace(key, old, old == null ? data : joined(old.data(), data));
      case PREPEND -> replace(key, old, old == null ? data : joined(data, old.data()));
      case SET, ADD, REPLACE, CAS ->
          put(key, new Item(flags, data, Expiry.expiresAt(exptime, clock.millis()), ++lastCas));
    }
    return new Written(Outcome.STORED, lastCas);
  }

  private @Nullable Outcome refusal(Mode mode, @Nullable Item old, long cas) {
    return switch (mode) {
      case SET -> null;
      case ADD -> old == null ? null : Outcome.NOT_STORED;
      case REPLACE, PREPEND -> old == null ? Outcome.NOT_STORED : null;
      case APPEND -> {
        if (old == null) {
          yield Outcome.NOT_STORED;
        }
        yield cas == 0 || old.cas() == cas ? null : Outcome.EXISTS;
      }
      case CAS -> {
        if (old == null) {
          counters.count("cas_misses");
          yield Outcome.NOT_FOUND;
        }
        counters.count(old.cas() == cas ? "cas_hits" : "cas_badval");
        yield old.cas() == cas ? null : Outcome.EXISTS;
      }
    };
  }

  synchronized boolean delete(String key) {
    boolean present = live(key) != null;
    counters.count(present ? "delete_hits" : "delete_misses");
    remove(key);
    return present;
  }

  /** Drops an item that cannot be replaced: it must not be served either. */
  synchronized void discard(String key) {
    remove(key);
  }

  /**
   * Adds to a number, modulo 2^64, or subtracts from it, not below zero.
   *
   * @return the new number in decimal digits, null if there is no item
   * @throws NumberFormatException if the item is no unsigned 64-bit number
   */
  synchronized @Nullable String calculate(String key, long delta, boolean up) {
    Item item = live(key);
    String name = up ? "incr" : "decr";
    if (item == null) {
      counters.count(name + "_misses");
      return null;
    }
    String old = new String(item.data(), StandardCharsets.ISO_8859_1).stripTrailing();
    long number = Long.parseUnsignedLong(old);
    long result =
        up ? number + delta : Long.compareUnsigned(number, delta) < 0 ? 0 : number - delta;
    String digits = Long.toUnsignedString(result);
    // Memcached writes in place and fills up with blanks.
    String padded = digits + " ".repeat(Math.max(0, item.data().length - digits.length()));
    replace(key, item, padded.getBytes(StandardCharsets.ISO_8859_1));
    counters.count(name + "_hits");
    return digits;
  }

  /** Drops all items, now or in some seconds. */
  synchronized void flush(long delaySeconds) {
    counters.count("cmd_flush");
    flushAt = delaySeconds <= 0 ? clock.millis() : Expiry.expiresAt(delaySeconds, clock.millis());
    flushIfDue();
  }

  synchronized List<Map.Entry<String, Item>> entries() {
    dropExpired();
    List<Map.Entry<String, Item>> entries = new ArrayList<>();
    items.forEach((key, item) -> entries.add(Map.entry(key, item)));
    return entries;
  }

  synchronized Map<String, String> statistics() {
    dropExpired();
    Map<String, String> statistics = new LinkedHashMap<>();
    statistics.put("time", Long.toString(clock.millis() / 1000));
    statistics.put("curr_items", Integer.toString(items.size()));
    statistics.put("bytes", Long.toString(bytes));
    statistics.put("limit_maxbytes", Long.toString(maxBytes()));
    counters.values().forEach((name, count) -> statistics.put(name, Long.toString(count)));
    return statistics;
  }

  synchronized void resetStatistics() {
    counters.reset();
  }

  private @Nullable Item live(String key) {
    flushIfDue();
    Item item = items.get(key);
    if (item != null && item.isExpired(clock.millis())) {
      remove(key);
      return null;
    }
    return item;
  }

  private void replace(String key, @Nullable Item old, byte[] data) {
    int flags = old == null ? 0 : old.flags();
    put(key, new Item(flags, data, old == null ? Expiry.NEVER : old.expiresAt(), ++lastCas));
  }

  private void put(String key, Item item) {
    remove(key);
    items.put(key, item);
    bytes += Item.size(key, item.data().length);
    Iterator<Map.Entry<String, Item>> leastRecent = items.entrySet().iterator();
    while (bytes > maxBytes()) {
      Map.Entry<String, Item> victim = leastRecent.next();
      leastRecent.remove();
      bytes -= Item.size(victim.getKey(), victim.getValue().data().length);
      counters.count("evictions");
    }
  }

  private void remove(String key) {
    Item item = items.remove(key);
    if (item != null) {
      bytes -= Item.size(key, item.data().length);
    }
  }

  private void dropExpired() {
    flushIfDue();
    long now = clock.millis();
    List<String> expired = new ArrayList<>();
    items.forEach(
        (key, item) -> {
          if (item.isExpired(now)) {
            expired.add(key);
          }
        });
    expired.forEach(this::remove);
  }

  private void flushIfDue() {
    if (clock.millis() >= flushAt) {
      items.clear();
      bytes = 0;
      flushAt = Expiry.NEVER;
    }
  }

  private long maxBytes() {
    return limits.megabytes() * 1024L * 1024L;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] joined = new byte[first.length + second.length];
    System.arraycopy(first, 0, joined, 0, first.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
