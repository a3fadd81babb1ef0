package io.holdfast.converters;

import com.google.common.base.Optional;
import com.google.common.collect.BoundType;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Multiset;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.RequiresLibrary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Guava's immutable collections, ranges and optionals. Views, sets of enums and its rarer forms are
 * left alone.
 */
@RequiresLibrary("guava")
@SuppressWarnings({"unchecked", "rawtypes"})
public final class Guava implements Conversions {

  /** Found by name. */
  public Guava() {}

  @Override
  public List<Conversion<?>> all() {
    return List.of(
        Conversion.ofClassesOf(
            ImmutableList.class,
            List.of(ImmutableList.of(), ImmutableList.of(1), ImmutableList.of(1, 2)),
            ImmutableList::toArray,
            ImmutableList::copyOf),
        Conversion.ofClassesOf(
            ImmutableSet.class,
            List.of(ImmutableSet.of(), ImmutableSet.of(1), ImmutableSet.of(1, 2)),
            ImmutableSet::toArray,
            ImmutableSet::copyOf),
        Conversion.ofClassesOf(
            ImmutableSortedSet.class,
            List.of(ImmutableSortedSet.of(1, 2)),
            set -> with(order(set.comparator()), set.toArray()),
            Guava::sortedSet),
        Conversion.ofClassesOf(
            ImmutableMap.class,
            List.of(ImmutableMap.of(1, 1, 2, 2)),
            map -> flat(map.entrySet()),
            Guava::map),
        Conversion.ofClassesOf(
            ImmutableBiMap.class,
            List.of(ImmutableBiMap.of(), ImmutableBiMap.of(1, 1), ImmutableBiMap.of(1, 1, 2, 2)),
            map -> flat(map.entrySet()),
            Guava::biMap),
        Conversion.ofClassesOf(
            ImmutableSortedMap.class,
            List.of(ImmutableSortedMap.of(1, 1)),
            map -> with(order(map.comparator()), flat(map.entrySet())),
            Guava::sortedMap),
        Conversion.ofClassesOf(
            ImmutableListMultimap.class,
            List.of(ImmutableListMultimap.of(), ImmutableListMultimap.of(1, 1)),
            map -> flat(map.entries()),
            Guava::listMultimap),
        Conversion.ofClassesOf(
            ImmutableMultiset.class,
            List.of(ImmutableMultiset.of(1, 1)),
            Guava::parts,
            Guava::multiset),
        Conversion.of(ImmutableRangeSet.class, set -> set.asRanges().toArray(), Guava::rangeSet),
        Conversion.of(Range.class, Guava::parts, Guava::range),
        Conversion.ofClassesOf(
            Optional.class,
            List.of(Optional.absent(), Optional.of(1)),
            optional -> optional.asSet().toArray(),
            parts -> parts.length == 0 ? Optional.absent() : Optional.of(parts[0])));
  }

  /** Null if it is the natural order, else the comparator. */
  private static @Nullable Object order(Comparator<?> comparator) {
    return comparator.equals(Ordering.natural()) ? null : comparator;
  }

  private static Comparator<Object> order(@Nullable Object part) {
    return part == null ? (Comparator) Ordering.natural() : (Comparator<Object>) part;
  }

  private static @Nullable Object[] with(@Nullable Object first, Object[] rest) {
    @Nullable Object[] parts = new @Nullable Object[1 + rest.length];
    parts[0] = first;
    System.arraycopy(rest, 0, parts, 1, rest.length);
    return parts;
  }

  private static Object[] flat(Collection<? extends Map.Entry> entries) {
    List<Object> parts = new ArrayList<>(2 * entries.size());
    for (Map.Entry<?, ?> entry : entries) {
      parts.add(entry.getKey());
      parts.add(entry.getValue());
    }
    return parts.toArray();
  }

  /** Takes the keys and values from a place on. */
  private static void each(
      @Nullable Object[] parts, int start, BiConsumer<Object, Object> keysAndValues) {
    for (int i = start; i < parts.length; i += 2) {
      keysAndValues.accept(parts[i], parts[i + 1]);
    }
  }

  private static ImmutableSortedSet<Object> sortedSet(@Nullable Object[] parts) {
    ImmutableSortedSet.Builder<Object> builder = ImmutableSortedSet.orderedBy(order(parts[0]));
    for (int i = 1; i < parts.length; i++) {
      builder.add(parts[i]);
    }
    return builder.build();
  }

  private static ImmutableMap<Object, Object> map(@Nullable Object[] parts) {
    ImmutableMap.Builder<Object, Object> builder = ImmutableMap.builder();
    each(parts, 0, builder::put);
    return builder.build();
  }

  private static ImmutableBiMap<Object, Object> biMap(@Nullable Object[] parts) {
    ImmutableBiMap.Builder<Object, Object> builder = ImmutableBiMap.builder();
    each(parts, 0, builder::put);
    return builder.build();
  }

  private static ImmutableSortedMap<Object, Object> sortedMap(@Nullable Object[] parts) {
    ImmutableSortedMap.Builder<Object, Object> builder =
        ImmutableSortedMap.orderedBy(order(parts[0]));
    each(parts, 1, builder::put);
    return builder.build();
  }

  private static ImmutableListMultimap<Object, Object> listMultimap(@Nullable Object[] parts) {
    ImmutableListMultimap.Builder<Object, Object> builder = ImmutableListMultimap.builder();
    each(parts, 0, builder::put);
    return builder.build();
  }

  private static Object[] parts(ImmutableMultiset<?> set) {
    List<Object> parts = new ArrayList<>();
    for (Multiset.Entry<?> entry : set.entrySet()) {
      parts.add(entry.getElement());
      parts.add(entry.getCount());
    }
    return parts.toArray();
  }

  private static ImmutableMultiset<Object> multiset(@Nullable Object[] parts) {
    ImmutableMultiset.Builder<Object> builder = ImmutableMultiset.builder();
    each(parts, 0, (element, count) -> builder.addCopies(element, (int) count));
    return builder.build();
  }

  private static ImmutableRangeSet rangeSet(@Nullable Object[] parts) {
    ImmutableRangeSet.Builder builder = ImmutableRangeSet.builder();
    for (Object part : parts) {
      builder.add((Range) part);
    }
    return builder.build();
  }

  /** Its two ends: each is closed or open at a value, or there is none. */
  private static @Nullable Object[] parts(Range<?> range) {
    return new @Nullable Object[] {
      range.hasLowerBound() ? range.lowerEndpoint() : null,
      range.hasLowerBound() && range.lowerBoundType() == BoundType.CLOSED,
      range.hasUpperBound() ? range.upperEndpoint() : null,
      range.hasUpperBound() && range.upperBoundType() == BoundType.CLOSED
    };
  }

  private static Range range(@Nullable Object[] parts) {
    Comparable lower = (Comparable) parts[0];
    Comparable upper = (Comparable) parts[2];
    BoundType atLower = (boolean) parts[1] ? BoundType.CLOSED : BoundType.OPEN;
    BoundType atUpper = (boolean) parts[3] ? BoundType.CLOSED : BoundType.OPEN;
    if (lower == null) {
      return upper == null ? Range.all() : Range.upTo(upper, atUpper);
    }
    return upper == null
        ? Range.downTo(lower, atLower)
        : Range.range(lower, atLower, upper, atUpper);
  }
}
