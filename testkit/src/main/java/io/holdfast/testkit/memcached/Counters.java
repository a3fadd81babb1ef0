package io.holdfast.testkit.memcached;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers of {@code stats}, since the start. */
final class Counters {

  private static final List<String> NAMES =
      List.of(
          "cmd_get",
          "cmd_set",
          "cmd_flush",
          "cmd_touch",
          "get_hits",
          "get_misses",
          "delete_misses",
          "delete_hits",
          "incr_misses",
          "incr_hits",
          "decr_misses",
          "decr_hits",
          "cas_misses",
          "cas_hits",
          "cas_badval",
          "touch_hits",
          "touch_misses",
          "evictions");

  private final Map<String, Long> values = new LinkedHashMap<>();

  Counters() {
    reset();
  }

  void count(String name) {
    values.merge(name, 1L, Long::sum);
  }

  void reset() {
    NAMES.forEach(name -> values.put(name, 0L));
  }

  Map<String, Long> values() {
    return Map.copyOf(values);
  }
}
