package io.holdfast.core.transcoder.kit;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares two graphs by class, content and shape. Objects that are shared or form a cycle in one
 * must be so in the other.
 */
@SuppressWarnings("IdentityHashMapUsage")
final class Sameness {

  private final Map<Object, Object> partners = new IdentityHashMap<>();

  private Sameness() {}

  static boolean holds(Object a, Object b) {
    return new Sameness().same(a, b);
  }

  private boolean same(@Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return a == b;
    }
    if (a.getClass() != b.getClass()) {
      return false;
    }
    if (a instanceof String || a instanceof Number || a instanceof Enum || a instanceof Class) {
      return sameValue(a, b);
    }
    Object partner = partners.putIfAbsent(a, b);
    if (partner != null) {
      return !hasIdentity(a) || partner == b;
    }
    if (a.getClass().isArray()) {
      return sameArray(a, b);
    }
    boolean contents = true;
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      contents = sameMap(x, y);
    } else if (a instanceof Collection<?> x && b instanceof Collection<?> y) {
      contents = sameCollection(x, y);
    } else if (Proxy.isProxyClass(a.getClass())) {
      return same(Proxy.getInvocationHandler(a), Proxy.getInvocationHandler(b));
    } else if (a instanceof Throwable x && b instanceof Throwable y) {
      contents = sameThrowable(x, y);
    } else if (inJdk(a.getClass())) {
      return sameValue(a, b);
    }
    return contents && sameFields(a, b);
  }

  private static boolean hasIdentity(Object a) {
    return a.getClass().isArray()
        || (!inJdk(a.getClass()) && !a.getClass().isRecord())
        || a instanceof ArrayList
        || a instanceof java.util.HashMap;
  }

  private static boolean inJdk(Class<?> type) {
    return type.getModule().isNamed();
  }

  private boolean sameArray(Object a, Object b) {
    int length = Array.getLength(a);
    if (length != Array.getLength(b)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (!same(Array.get(a, i), Array.get(b, i))) {
        return false;
      }
    }
    return true;
  }

  private boolean sameMap(Map<?, ?> a, Map<?, ?> b) {
    List<Object> x = entries(a);
    List<Object> y = entries(b);
    if (a instanceof SortedMap<?, ?> s && b instanceof SortedMap<?, ?> t) {
      return same(s.comparator(), t.comparator()) && sameInOrder(x, y);
    }
    return a.getClass().getName().contains("Linked") ? sameInOrder(x, y) : sameInAnyOrder(x, y);
  }

  private static List<Object> entries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    map.forEach((k, v) -> entries.add(new Object[] {k, v}));
    return entries;
  }

  private boolean sameCollection(Collection<?> a, Collection<?> b) {
    if (a instanceof SortedSet<?> s && b instanceof SortedSet<?> t) {
      return same(s.comparator(), t.comparator()) && sameInOrder(list(a), list(b));
    }
    if (a instanceof PriorityQueue<?> s && b instanceof PriorityQueue<?> t) {
      return same(s.comparator(), t.comparator()) && sameInOrder(drained(a), drained(b));
    }
    if (a instanceof PriorityBlockingQueue<?>) {
      return sameInOrder(drained(a), drained(b));
    }
    boolean unordered =
        (a instanceof Set<?> || !(a instanceof List<?> || a instanceof Queue<?>))
            && !a.getClass().getName().contains("Linked");
    return unordered ? sameInAnyOrder(list(a), list(b)) : sameInOrder(list(a), list(b));
  }

  private static List<Object> list(Collection<?> c) {
    return new ArrayList<>(c);
  }

  private static List<Object> drained(Collection<?> c) {
    Queue<Object> copy =
        c instanceof PriorityQueue<?> q
            ? new PriorityQueue<>(q)
            : new PriorityBlockingQueue<Object>(c);
    List<Object> drained = new ArrayList<>();
    for (Object o = copy.poll(); o != null; o = copy.poll()) {
      drained.add(o);
    }
    return drained;
  }

  private boolean sameInOrder(List<Object> a, List<Object> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean sameInAnyOrder(List<Object> a, List<Object> b) {
    if (a.size() != b.size()) {
      return false;
    }
    List<Object> rest = new ArrayList<>(b);
    for (Object x : a) {
      boolean found = false;
      for (int i = 0; i < rest.size() && !found; i++) {
        Map<Object, Object> before = new IdentityHashMap<>(partners);
        found = same(x, rest.get(i));
        if (found) {
          rest.remove(i);
        } else {
          partners.clear();
          partners.putAll(before);
        }
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private boolean sameThrowable(Throwable a, Throwable b) {
    return Objects.equals(a.getMessage(), b.getMessage())
        && Arrays.equals(a.getStackTrace(), b.getStackTrace())
        && same(a.getCause(), b.getCause())
        && sameArray(a.getSuppressed(), b.getSuppressed());
  }

  private boolean sameFields(Object a, Object b) {
    for (Class<?> c = a.getClass(); c != null && !inJdk(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isTransient(field.getModifiers())) {
          continue;
        }
        try {
          field.setAccessible(true);
          if (!same(field.get(a), field.get(b))) {
            return false;
          }
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return true;
  }

  /** For classes of the JDK: their own equality, or what stands for it where they have none. */
  private boolean sameValue(Object a, Object b) {
    if (a instanceof StringBuilder
        || a instanceof StringBuffer
        || a instanceof AtomicBoolean
        || a instanceof AtomicInteger
        || a instanceof AtomicLong
        || a instanceof AtomicIntegerArray
        || a instanceof AtomicLongArray
        || a instanceof LongAdder
        || a instanceof DoubleAdder) {
      return a.toString().equals(b.toString());
    }
    if (a instanceof Pattern p && b instanceof Pattern q) {
      return p.pattern().equals(q.pattern()) && p.flags() == q.flags();
    }
    if (a instanceof AtomicReference<?> p && b instanceof AtomicReference<?> q) {
      return same(p.get(), q.get());
    }
    if (a instanceof AtomicReferenceArray<?> p && b instanceof AtomicReferenceArray<?> q) {
      return p.toString().equals(q.toString());
    }
    if (a.getClass() == Object.class) {
      return true;
    }
    return a.equals(b);
  }
}
