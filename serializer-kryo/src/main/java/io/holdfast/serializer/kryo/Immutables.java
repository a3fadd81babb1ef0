package io.holdfast.serializer.kryo;

import io.holdfast.serializer.limits.WorkBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collections of the JDK that are made from their elements at one go, told apart as in {@link
 * CollectionKind}.
 */
@SuppressWarnings("NullAway") // what the JDK refuses, it says itself
final class Immutables extends FactorySerializer<Object> {

  /** What it makes. */
  enum Kind {
    SHORT_LIST,
    LIST,
    SET,
    MAP,
    LIST_OF_ONE,
    SET_OF_ONE,
    MAP_OF_ONE,
    ARRAY_AS_LIST,
    OPTIONAL
  }

  private final Kind kind;

  Immutables(Kind kind) {
    this.kind = kind;
  }

  @Override
  @Nullable Object[] parts(Object whole) {
    return switch (kind) {
      case SHORT_LIST, SET, LIST_OF_ONE, SET_OF_ONE, ARRAY_AS_LIST ->
          ((Collection<?>) whole).toArray();
      case LIST -> toleranceAndElements((List<?>) whole);
      case MAP, MAP_OF_ONE -> flat((Map<?, ?>) whole);
      case OPTIONAL -> ((Optional<?>) whole).stream().toArray();
    };
  }

  @Override
  Object make(@Nullable Object[] parts) {
    return switch (kind) {
      case SHORT_LIST -> List.of(parts);
      case LIST -> list(parts);
      case SET -> Set.of(parts);
      case MAP -> map(parts);
      case LIST_OF_ONE -> Collections.singletonList(parts[0]);
      case SET_OF_ONE -> Collections.singleton(parts[0]);
      case MAP_OF_ONE -> Collections.singletonMap(parts[0], parts[1]);
      case ARRAY_AS_LIST -> Arrays.asList(parts);
      case OPTIONAL -> parts.length == 0 ? Optional.empty() : Optional.of(parts[0]);
    };
  }

  /** The tables of the JDK place their keys. */
  @Override
  void count(@Nullable Object[] parts, WorkBudget work) {
    if (kind == Kind.SET || kind == Kind.MAP) {
      work.placed(parts, kind == Kind.SET ? 1 : 2);
    }
  }

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
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      flat.add(entry.getKey());
      flat.add(entry.getValue());
    }
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
