package io.holdfast.converters;

import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.RequiresLibrary;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import io.vavr.collection.Queue;
import io.vavr.control.Option;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Vavr's lists, queues, hashed sets and maps, and options. */
@RequiresLibrary("vavr")
@SuppressWarnings("rawtypes")
public final class Vavr implements Conversions {

  /** Found by name. */
  public Vavr() {}

  @Override
  public java.util.List<Conversion<?>> all() {
    return java.util.List.of(
        Conversion.ofClassesOf(
            List.class,
            java.util.List.of(List.empty(), List.of(1)),
            list -> list.toJavaArray(),
            List::of),
        Conversion.of(Queue.class, queue -> queue.toJavaArray(), Queue::of),
        Conversion.of(HashSet.class, set -> set.toJavaArray(), HashSet::of),
        Conversion.of(LinkedHashSet.class, set -> set.toJavaArray(), LinkedHashSet::of),
        Conversion.of(HashMap.class, Vavr::parts, Vavr::hashMap),
        Conversion.of(LinkedHashMap.class, Vavr::parts, Vavr::linkedHashMap),
        Conversion.ofClassesOf(
            Option.class,
            java.util.List.of(Option.none(), Option.of(1)),
            option -> option.toJavaArray(),
            parts -> parts.length == 0 ? Option.none() : Option.some(parts[0])));
  }

  private static @Nullable Object[] parts(Map<?, ?> map) {
    java.util.List<@Nullable Object> parts = new ArrayList<>(2 * map.size());
    map.forEach(
        (key, value) -> {
          parts.add(key);
          parts.add(value);
        });
    return parts.toArray();
  }

  private static HashMap<Object, Object> hashMap(@Nullable Object[] parts) {
    HashMap<Object, Object> map = HashMap.empty();
    for (int i = 0; i < parts.length; i += 2) {
      map = map.put(parts[i], parts[i + 1]);
    }
    return map;
  }

  private static LinkedHashMap<Object, Object> linkedHashMap(@Nullable Object[] parts) {
    java.util.List<Tuple2<Object, Object>> entries = new ArrayList<>(parts.length / 2);
    for (int i = 0; i < parts.length; i += 2) {
      entries.add(Tuple.of(parts[i], parts[i + 1]));
    }
    return LinkedHashMap.ofEntries(entries);
  }
}
