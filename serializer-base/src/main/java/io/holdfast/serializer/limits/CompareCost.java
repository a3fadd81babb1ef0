package io.holdfast.serializer.limits;

import io.holdfast.core.log.Loggers;
import io.holdfast.serializer.objects.GraphParts;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many comparators run when a comparator compares two keys once. A comparator that two others
 * share runs twice: {@code c = c.thenComparing(c)}, 34 times, compares 17 thousand million times.
 * For one graph and one thread.
 *
 * <p>The comparators of the JDK do not show what they are made of, but in the form in which they
 * are serialized. Of a class of the application the comparators in its fields count once.
 */
final class CompareCost {

  private static final long MAX = HashCost.MAX;

  /** It looks at each character of both texts alone, up to three times. */
  private static final int IGNORING_CASE = 8;

  /** Comparators in each other; more than any application has, and less than a stack. */
  private static final int DEEPEST = 300;

  private static final String COMPARATOR = Comparator.class.getName().replace('.', '/');

  private final IdentityHashMap<Object, Cost> known = new IdentityHashMap<>(0);
  private final IdentityHashMap<Object, Cost> met = new IdentityHashMap<>(0);

  /**
   * What one comparator costs.
   *
   * @param isFinal whether that is for ever: what is read now may get parts later
   */
  private record Cost(long size, boolean isFinal) {}

  private static final Cost OPEN = new Cost(0, false);

  /** Returns whether an object compares others, or stands for one that does. */
  static boolean isComparator(@Nullable Object object) {
    return object instanceof Comparator
        || (object instanceof SerializedLambda lambda
            && lambda.getFunctionalInterfaceClass().equals(COMPARATOR));
  }

  /**
   * Returns how many comparators one comparison runs.
   *
   * @param comparator for which {@link #isComparator} is true
   */
  long of(Object comparator) {
    Cost cost = known.get(comparator);
    if (cost == null) {
      cost = unfold(comparator, 0);
      met.clear();
    }
    return cost.size;
  }

  private Cost unfold(Object comparator, int depth) {
    Cost cost = known.get(comparator);
    cost = cost == null ? met.get(comparator) : cost;
    if (cost != null) {
      return cost;
    }
    if (comparator == String.CASE_INSENSITIVE_ORDER) {
      return new Cost(IGNORING_CASE, true);
    }
    if (depth == DEEPEST) {
      return new Cost(MAX, false);
    }
    met.put(comparator, OPEN); // one that leads back to itself has no end, and a stack has one
    List<Object> parts = new ArrayList<>(2);
    boolean isFinal = collect(comparator, parts);
    long size = 1;
    for (Object part : parts) {
      Cost more = unfold(part, depth + 1);
      size = Math.min(MAX, size + more.size);
      isFinal &= more.isFinal;
    }
    cost = new Cost(size, isFinal);
    (isFinal ? known : met).put(comparator, cost);
    return cost;
  }

  /**
   * Collects the comparators that a comparator runs.
   *
   * @return whether it has no others later
   */
  private static boolean collect(Object comparator, List<Object> parts) {
    if (comparator instanceof SerializedLambda lambda) {
      captured(lambda, parts);
      return true;
    }
    if (comparator instanceof Enum) {
      return true;
    }
    Class<?> type = comparator.getClass();
    try {
      if (!type.getModule().isNamed()) {
        GraphParts.visit(comparator, (part, label, role) -> add(part, parts));
        return type.isHidden(); // a lambda is made with all that it has
      }
      try (Parts all = new Parts(comparator, parts)) {
        all.writeObject(comparator);
      }
      return type.isHidden() || !parts.isEmpty();
    } catch (IOException | RuntimeException e) {
      // It is not serializable, or of an application that fails; then it is not written either.
      Loggers.of(CompareCost.class)
          .log(System.Logger.Level.DEBUG, "Cannot look into a comparator", e);
      return false;
    }
  }

  private static void captured(SerializedLambda lambda, List<Object> parts) {
    for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
      add(lambda.getCapturedArg(i), parts);
    }
  }

  private static void add(@Nullable Object part, List<Object> parts) {
    if (part == null) {
      return;
    }
    if (isComparator(part)) {
      parts.add(part);
    } else if (part instanceof Object[] array) {
      for (Object element : array) {
        addIfComparator(element, parts);
      }
    } else if (part instanceof Collection<?> collection && HashedParts.isOfJdk(part.getClass())) {
      collection.forEach(element -> addIfComparator(element, parts));
    }
  }

  private static void addIfComparator(@Nullable Object element, List<Object> parts) {
    if (element != null && isComparator(element)) {
      parts.add(element);
    }
  }

  /** Writes one object to nowhere, and keeps what it would write next. */
  private static final class Parts extends ObjectOutputStream {

    private final Object whole;
    private final List<Object> parts;
    private boolean begun;

    Parts(Object whole, List<Object> parts) throws IOException {
      super(OutputStream.nullOutputStream());
      this.whole = whole;
      this.parts = parts;
      enableReplaceObject(true);
    }

    @Override
    protected @Nullable Object replaceObject(Object object) {
      if (object == whole) {
        begun = true;
        return object;
      }
      if (!begun && object instanceof SerializedLambda lambda) {
        begun = true;
        captured(lambda, parts);
      } else {
        add(object, parts);
      }
      return null;
    }
  }
}
