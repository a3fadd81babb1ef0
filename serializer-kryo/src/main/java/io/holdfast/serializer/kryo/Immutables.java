package io.holdfast.serializer.kryo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How collections of the JDK are written that are made from their elements at one go. */
@SuppressWarnings("NullAway") // what the JDK refuses, it says itself
final class Immutables {

  static final FactorySerializer<List<?>> SHORT_LISTS =
      FactorySerializer.ofList(List::toArray, List::of);

  static final FactorySerializer<List<?>> LISTS =
      FactorySerializer.ofList(Immutables::toleranceAndElements, Immutables::list);

  static final FactorySerializer<Set<?>> SETS = FactorySerializer.ofSet(Set::of);

  static final FactorySerializer<Map<?, ?>> MAPS =
      FactorySerializer.ofMap(Immutables::flat, Immutables::map);

  static final FactorySerializer<List<?>> LISTS_OF_ONE =
      FactorySerializer.ofList(List::toArray, p -> Collections.singletonList(p[0]));

  static final FactorySerializer<Set<?>> SETS_OF_ONE =
      FactorySerializer.ofList(Set::toArray, p -> Collections.singleton(p[0]));

  static final FactorySerializer<Map<?, ?>> MAPS_OF_ONE =
      FactorySerializer.ofList(Immutables::flat, p -> Collections.singletonMap(p[0], p[1]));

  static final FactorySerializer<List<?>> ARRAYS_AS_LISTS =
      FactorySerializer.ofList(List::toArray, Arrays::asList);

  private Immutables() {}

  /** Lists made by streams are of the same class as those of List.of, but tolerate null. */
  private static @Nullable Object[] toleranceAndElements(List<?> list) {
    @Nullable Object[] all = new Object[list.size() + 1];
    all[0] = toleratesNull(list);
    System.arraycopy(list.toArray(), 0, all, 1, list.size());
    return all;
  }

  private static boolean toleratesNull(List<?> list) {
    try {
      return list.contains(null) || list.indexOf(null) < 0;
    } catch (NullPointerException e) {
      return false;
    }
  }

  private static List<?> list(@Nullable Object[] toleranceAndElements) {
    Object[] elements =
        Arrays.copyOfRange(toleranceAndElements, 1, toleranceAndElements.length, Object[].class);
    return (Boolean) toleranceAndElements[0] ? Stream.of(elements).toList() : List.of(elements);
  }

  private static @Nullable Object[] flat(Map<?, ?> map) {
    List<@Nullable Object> flat = new ArrayList<>(2 * map.size());
    map.forEach(
        (key, value) -> {
          flat.add(key);
          flat.add(value);
        });
    return flat.toArray();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Map<?, ?> map(@Nullable Object[] flat) {
    if (flat.length == 2) {
      return Map.of(flat[0], flat[1]);
    }
    Map.Entry<Object, Object>[] entries = new Map.Entry[flat.length / 2];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = Map.entry(flat[2 * i], flat[2 * i + 1]);
    }
    return Map.ofEntries(entries);
  }
}
