package io.holdfast.serializer.limits;

import io.holdfast.core.log.Loggers;
import io.holdfast.serializer.objects.GraphParts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the parts that {@code hashCode} or {@code equals} of an object visits. It visits a part
 * that two others share twice: twenty lists that each hold the next one twice make a million
 * visits. For one graph and one thread.
 */
final class HashCost {

  /** Not more than this, so that sums of a few sizes do not overflow. */
  static final long MAX = Long.MAX_VALUE >> 8;

  private static final int CHARACTERS_PER_PART = 64;
  private static final int BITS_PER_PART = 512;
  private static final int ELEMENTS_PER_PART = 64;
  private static final int LARGEST_KEPT = 1_000;

  private final boolean still;
  private final CompareCost comparators;
  private final IdentityHashMap<Object, Sum> finished = new IdentityHashMap<>();
  private IdentityHashMap<Object, Sum> seen;

  private HashCost(boolean still, CompareCost comparators) {
    this.still = still;
    this.comparators = comparators;
    this.seen = still ? finished : new IdentityHashMap<>();
  }

  /** Of a graph that is being written, and does not change meanwhile. */
  static HashCost ofWhole(CompareCost comparators) {
    return new HashCost(true, comparators);
  }

  /** Of a graph that is being read: what is not finished may get more parts. */
  static HashCost ofGrowing(CompareCost comparators) {
    return new HashCost(false, comparators);
  }

  /** What is known of one object. */
  static final class Sum {
    private long size = 1;
    private boolean ofJdk;
    private boolean open = true;
    private boolean endless;

    private Sum(Class<?> type) {
      this.ofJdk = HashedParts.isOfJdk(type);
    }

    private void add(Sum part) {
      endless |= part.open || part.endless;
      add(part.size, part.ofJdk);
    }

    private void add(long more, boolean partOfJdk) {
      size = Math.min(MAX, size + more);
      ofJdk &= partOfJdk;
    }

    /** How many parts it looks at. */
    long size() {
      return size;
    }

    /** Returns whether it looks at itself, directly or through its parts, and so never ends. */
    boolean isEndless() {
      return endless;
    }
  }

  private record Open(Sum sum, List<Object> pending) {}

  /** The sum of an object that may get more parts later. */
  Sum of(Object object) {
    Sum sum = finished.get(object);
    if (sum != null) {
      return sum;
    }
    sum = unfold(object);
    forget();
    return sum;
  }

  /** The sum of an object that was read to its end, and is remembered if its parts were, too. */
  Sum ofFinished(Object object) {
    Sum sum = finished.get(object);
    if (sum != null) {
      return sum;
    }
    sum = unfold(object);
    if (seen.size() == 1) {
      finished.put(object, sum);
    }
    forget();
    return sum;
  }

  /**
   * Returns whether an object is known with all its parts, ends, and looks only at classes of the
   * JDK.
   */
  boolean isFinishedOfJdk(Object object) {
    Sum sum = finished.get(object);
    return sum != null && sum.ofJdk && !sum.endless;
  }

  private void forget() {
    if (still) {
      return;
    }
    if (seen.size() > LARGEST_KEPT) {
      seen = new IdentityHashMap<>();
    } else {
      seen.clear();
    }
  }

  /**
   * The size of an object that asks no parts: that of a text or a number grows with its length, and
   * that of a decimal with more, as decimals of two scales are multiplied to be compared.
   */
  static long simple(Object object) {
    if (object instanceof String text) {
      return 1L + text.length() / CHARACTERS_PER_PART;
    }
    if (object.getClass() == BigDecimal.class) {
      double words = words(((BigDecimal) object).unscaledValue());
      return 1 + (long) (words * Math.sqrt(words));
    }
    if (object.getClass() == BigInteger.class) {
      return 1 + words((BigInteger) object);
    }
    return object.getClass() == BitSet.class ? 1L + ((BitSet) object).size() / BITS_PER_PART : 1;
  }

  private static long words(BigInteger number) {
    long bits = number.bitLength();
    return bits / Long.SIZE;
  }

  private @Nullable Sum known(Object object) {
    Sum sum = finished.get(object);
    return sum == null ? seen.get(object) : sum;
  }

  private Sum unfold(Object root) {
    Open first = open(root);
    if (first.pending.isEmpty()) {
      first.sum.open = false;
      return first.sum;
    }
    Deque<Open> path = new ArrayDeque<>();
    path.push(first);
    while (true) {
      Open top = path.getFirst();
      if (top.pending.isEmpty()) {
        path.pop();
        top.sum.open = false;
        if (path.isEmpty()) {
          return top.sum;
        }
        path.getFirst().sum.add(top.sum);
        continue;
      }
      Object part = top.pending.remove(top.pending.size() - 1);
      Sum sum = known(part);
      if (sum == null) {
        path.push(open(part));
      } else {
        top.sum.add(sum);
      }
    }
  }

  private Open open(Object object) {
    Open open = new Open(new Sum(object.getClass()), new ArrayList<>(0));
    seen.put(object, open.sum);
    try {
      visit(object, part -> count(part, open));
      compare(object, open.sum);
    } catch (RuntimeException e) {
      // Another thread changes it, or a collection of the application in it fails.
      Loggers.of(HashCost.class).log(System.Logger.Level.DEBUG, "Cannot look into an object", e);
    }
    return open;
  }

  /**
   * What a collection does beside asking its parts when another one of its hash code is equal to
   * it: a sorted one looks for each key of the other, and one without hash codes for each element
   * among all of its own.
   */
  private void compare(Object object, Sum sum) {
    if (object instanceof SortedMap<?, ?> map) {
      compare(map.comparator(), map.keySet(), sum);
    } else if (object instanceof SortedSet<?> set) {
      compare(set.comparator(), set, sum);
    } else if (object instanceof CopyOnWriteArraySet<?> set) {
      long size = set.size();
      sum.add(size * size / ELEMENTS_PER_PART, true);
    }
  }

  private void compare(@Nullable Comparator<?> comparator, Collection<?> keys, Sum sum) {
    if (comparator == null) {
      return;
    }
    long each = comparators.of(comparator);
    sum.add(0, HashedParts.isOfJdk(comparator.getClass()));
    for (Object key : keys) {
      sum.add(product(each, key == null ? 1 : simple(key)), true);
    }
  }

  /** The product of two numbers that are positive, or {@link #MAX}. */
  static long product(long one, long other) {
    return one > MAX / other ? MAX : one * other;
  }

  private void count(@Nullable Object part, Open open) {
    if (part == null) {
      open.sum.add(1, true);
    } else if (HashedParts.of(part.getClass()) == HashedParts.ITS_PARTS) {
      Sum sum = known(part);
      if (sum == null) {
        open.pending.add(part);
      } else {
        open.sum.add(sum);
      }
    } else {
      open.sum.add(simple(part), HashedParts.isOfJdk(part.getClass()));
    }
  }

  private static void visit(Object object, Consumer<@Nullable Object> visitor) {
    if (object instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            visitor.accept(key);
            visitor.accept(value);
          });
    } else if (object instanceof Collection<?> collection) {
      if (isRepetition(collection)) {
        visitor.accept(collection.iterator().next());
      } else {
        collection.forEach(visitor);
      }
    } else if (object instanceof Map.Entry<?, ?> entry) {
      visitor.accept(entry.getKey());
      visitor.accept(entry.getValue());
    } else {
      GraphParts.visit(object, (part, label, role) -> visitor.accept(part));
    }
  }

  /** The list of Collections.nCopies may have two thousand million elements, but knows better. */
  private static boolean isRepetition(Collection<?> collection) {
    return collection.getClass().getName().equals("java.util.Collections$CopiesList")
        && !collection.isEmpty();
  }
}
