package io.holdfast.serializer.tests.frameworks;

import com.google.common.base.Optional;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.EnumMultiset;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.MapMaker;
import com.google.common.collect.Maps;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeMultimap;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.HashCode;
import com.google.common.net.HostAndPort;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.Ints;
import com.google.common.primitives.UnsignedInteger;
import com.google.common.util.concurrent.AtomicDouble;
import io.holdfast.core.transcoder.kit.Kind;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Guava's immutable collections, its collections of other shapes, and its values. */
final class GuavaKinds {

  private GuavaKinds() {}

  static List<Kind> all() {
    List<Kind> all = new ArrayList<>(immutables());
    all.addAll(others());
    all.addAll(views());
    all.addAll(values());
    return all;
  }

  /** A key whose hash code is another in each JVM. */
  private record Key(TimeUnit unit) implements java.io.Serializable {}

  private static List<Kind> immutables() {
    return List.of(
        Kind.of("Guava ImmutableList", () -> ImmutableList.of("a", "b", "c")),
        Kind.of("Guava ImmutableList of one", () -> ImmutableList.of("a")),
        Kind.of("Guava ImmutableList empty", ImmutableList::of),
        new Kind(
            "Guava ImmutableList reversed",
            () -> ImmutableList.of("a", "b").reverse(),
            Object::equals),
        Kind.of("Guava ImmutableSet", () -> ImmutableSet.of("a", "b", "c")),
        Kind.of("Guava ImmutableSet of one", () -> ImmutableSet.of("a")),
        Kind.of("Guava ImmutableSet of enums", () -> Sets.immutableEnumSet(TimeUnit.DAYS)),
        Kind.of("Guava ImmutableSortedSet", () -> ImmutableSortedSet.of("b", "a")),
        Kind.of("Guava ImmutableMap", () -> ImmutableMap.of("a", 1, "b", 2)),
        Kind.of(
            "Guava ImmutableMap of enums",
            () -> Maps.immutableEnumMap(ImmutableMap.of(TimeUnit.DAYS, 1))),
        Kind.of(
            "Guava ImmutableMap with hashed keys",
            () -> ImmutableMap.of(new Key(TimeUnit.DAYS), 1, new Key(TimeUnit.HOURS), 2)),
        Kind.of("Guava ImmutableSortedMap", () -> ImmutableSortedMap.of("b", 1, "a", 2)),
        Kind.of("Guava ImmutableBiMap", () -> ImmutableBiMap.of("a", 1, "b", 2)),
        Kind.of("Guava ImmutableListMultimap", () -> ImmutableListMultimap.of("a", 1, "a", 2)),
        Kind.of("Guava ImmutableSetMultimap", () -> ImmutableSetMultimap.of("a", 1, "a", 2)),
        Kind.of("Guava ImmutableMultiset", () -> ImmutableMultiset.of("a", "a", "b")),
        Kind.of("Guava ImmutableTable", () -> ImmutableTable.of("r", "c", 1)),
        Kind.of("Guava ImmutableRangeSet", () -> ImmutableRangeSet.of(Range.closed(1, 5))));
  }

  private static List<Kind> others() {
    return List.of(
        Kind.of("Guava ArrayListMultimap", () -> filled(ArrayListMultimap.create())),
        Kind.of("Guava HashMultimap", () -> filled(HashMultimap.create())),
        Kind.of("Guava LinkedHashMultimap", () -> filled(LinkedHashMultimap.create())),
        Kind.of("Guava LinkedListMultimap", () -> filled(LinkedListMultimap.create())),
        Kind.of("Guava TreeMultimap", () -> filled(TreeMultimap.create())),
        Kind.of("Guava HashMultiset", () -> HashMultiset.create(List.of("a", "a", "b"))),
        Kind.of("Guava EnumMultiset", () -> EnumMultiset.create(List.of(TimeUnit.DAYS))),
        Kind.of("Guava HashBiMap", () -> HashBiMap.create(ImmutableMap.of("a", 1, "b", 2))),
        Kind.of(
            "Guava HashBasedTable",
            () -> {
              HashBasedTable<String, String, Integer> table = HashBasedTable.create();
              table.put("r", "c", 1);
              return table;
            }),
        Kind.of(
            "Guava MapMaker map",
            () -> {
              // A constant of its class: another value could be collected before anybody compares.
              var map = new MapMaker().weakValues().<String, DayOfWeek>makeMap();
              map.put("a", DayOfWeek.MONDAY);
              return map;
            }));
  }

  private static <M extends com.google.common.collect.Multimap<String, Integer>> M filled(M map) {
    map.put("a", 2);
    map.put("b", 3);
    map.put("a", 1);
    return map;
  }

  private static List<Kind> views() {
    return List.of(
        Kind.of(
            "Guava Lists.transform", () -> Lists.transform(Lists.newArrayList("a"), new Upper())),
        Kind.of("Guava Lists.partition", () -> Lists.partition(Lists.newArrayList(1, 2, 3), 2)),
        Kind.of("Guava Lists.reverse", () -> Lists.reverse(Lists.newArrayList(1, 2))),
        Kind.of("Guava Sets.union", () -> Sets.union(Sets.newHashSet(1), Sets.newHashSet(2))),
        Kind.of(
            "Guava Maps.transformValues",
            () -> Maps.transformValues(Maps.newHashMap(ImmutableMap.of("a", "b")), new Upper())),
        Kind.of("Guava Ints.asList", () -> Ints.asList(1, 2, 3)));
  }

  private static final class Upper
      implements com.google.common.base.Function<String, String>, java.io.Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public String apply(String text) {
      return text + "!";
    }
  }

  private static List<Kind> values() {
    return List.of(
        Kind.of("Guava Optional", () -> Optional.of("a")),
        Kind.of("Guava Optional absent", Optional::absent),
        Kind.of("Guava Range", () -> Range.closedOpen(1, 5)),
        Kind.of("Guava Range of all", Range::<Integer>all),
        Kind.of("Guava Ordering", () -> Ordering.natural().reverse()),
        Kind.of("Guava HashCode", () -> HashCode.fromInt(7)),
        Kind.of("Guava HostAndPort", () -> HostAndPort.fromParts("example.org", 80)),
        Kind.of("Guava ImmutableIntArray", () -> ImmutableIntArray.of(1, 2)),
        Kind.of("Guava UnsignedInteger", () -> UnsignedInteger.valueOf(7)),
        new Kind(
            "Guava AtomicDouble",
            () -> new AtomicDouble(1.5),
            (a, b) -> b instanceof AtomicDouble d && d.get() == 1.5),
        Kind.of(
            "Guava BloomFilter",
            () -> {
              BloomFilter<Integer> filter = BloomFilter.create(Funnels.integerFunnel(), 10);
              filter.put(7);
              return filter;
            }));
  }
}
