package io.holdfast.core.transcoder;

import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes graphs that no code of the application writes, and whose writing takes no lock, so
 * that it does not matter which thread writes them. They consist of values, arrays and collections
 * of the JDK, and objects that are written by their fields.
 *
 * <p>Not among them are objects with a {@code writeObject} or {@code writeReplace}, collections of
 * others, proxies and lambdas, and what the JDK writes under a lock, such as a {@code Vector}. The
 * search needs little stack, and runs no method of an object of the application.
 */
final class PlainGraph {

  /** Objects that are looked at: a graph may also be large. */
  private static final int MOST = 1_000_000;

  private static final Set<String> VALUES =
      Set.of(
          """
          java.lang.Boolean java.lang.Byte java.lang.Character java.lang.Class java.lang.Double
          java.lang.Float java.lang.Integer java.lang.Long java.lang.Short java.lang.String
          java.lang.String$CaseInsensitiveComparator java.lang.StringBuilder java.math.BigDecimal
          java.math.BigInteger java.net.URI java.sql.Date java.sql.Time java.sql.Timestamp
          java.util.BitSet java.util.Collections$ReverseComparator java.util.Currency java.util.Date
          java.util.Locale java.util.UUID java.util.concurrent.atomic.AtomicBoolean
          java.util.concurrent.atomic.AtomicInteger java.util.concurrent.atomic.AtomicLong
          java.util.regex.Pattern
          """
              .split("\\s+", 0));

  private static final String TIMES = "java.time.";

  private static final Set<String> COLLECTIONS =
      Set.of(
          """
          java.util.ArrayDeque java.util.ArrayList java.util.Arrays$ArrayList java.util.EnumMap
          java.util.HashMap java.util.HashSet java.util.IdentityHashMap java.util.JumboEnumSet
          java.util.LinkedHashMap java.util.LinkedHashSet java.util.LinkedList
          java.util.PriorityQueue java.util.RegularEnumSet java.util.TreeMap java.util.TreeSet
          java.util.concurrent.ConcurrentHashMap java.util.concurrent.ConcurrentLinkedDeque
          java.util.concurrent.ConcurrentLinkedQueue java.util.concurrent.ConcurrentSkipListMap
          java.util.concurrent.ConcurrentSkipListSet java.util.concurrent.CopyOnWriteArrayList
          java.util.concurrent.CopyOnWriteArraySet
          """
              .split("\\s+", 0));

  /** How the names of wrappers and of unchangeable collections begin. */
  private static final List<String> WRAPPERS =
      List.of(
          "java.util.Collections$Empty",
          "java.util.Collections$Singleton",
          "java.util.Collections$Unmodifiable",
          "java.util.ImmutableCollections$");

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> waiting = new ArrayDeque<>();
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();

  private PlainGraph() {}

  /** Returns whether the graph is certainly one of those. */
  static boolean is(Object root) {
    try {
      return new PlainGraph().isPlain(root);
    } catch (RuntimeException | LinkageError e) {
      return false; // another thread changes it, or a class names a type that is missing here
    }
  }

  private boolean isPlain(Object root) {
    add(root);
    while (!waiting.isEmpty()) {
      if (seen.size() > MOST || !lookInto(waiting.removeLast())) {
        return false;
      }
    }
    return true;
  }

  private void add(@Nullable Object part) {
    if (part != null && !isValue(part.getClass()) && seen.add(part)) {
      waiting.add(part);
    }
  }

  private static boolean isValue(Class<?> type) {
    if (Enum.class.isAssignableFrom(type)) {
      return true;
    }
    return type.getModule().isNamed()
        && (VALUES.contains(type.getName()) || type.getName().startsWith(TIMES));
  }

  private boolean lookInto(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      if (object instanceof Object[] array) {
        Stream.of(array).forEach(this::add);
      }
      return true;
    }
    return type.getModule().isNamed() ? lookIntoCollection(object) : lookIntoFields(object);
  }

  private boolean lookIntoCollection(Object object) {
    String name = object.getClass().getName();
    if (object instanceof AtomicReference<?> reference) {
      add(reference.get());
      return true;
    }
    if (!COLLECTIONS.contains(name) && WRAPPERS.stream().noneMatch(name::startsWith)) {
      return false;
    }
    if (object instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        add(each.getKey());
        add(each.getValue());
      }
    } else if (object instanceof Collection<?> collection) {
      collection.forEach(this::add);
    }
    add(orderOf(object));
    return true;
  }

  private static @Nullable Object orderOf(Object collection) {
    if (collection instanceof SortedMap<?, ?> map) {
      return map.comparator();
    }
    if (collection instanceof SortedSet<?> set) {
      return set.comparator();
    }
    return collection instanceof PriorityQueue<?> queue ? queue.comparator() : null;
  }

  private boolean lookIntoFields(Object object) {
    Class<?> type = object.getClass();
    List<Field> parts = fields.get(type);
    if (parts == null) {
      parts = fieldsOf(type);
      if (parts == null) {
        return false;
      }
      fields.put(type, parts);
    }
    for (Field field : parts) {
      try {
        add(field.get(object));
      } catch (IllegalAccessException e) {
        return false;
      }
    }
    return true;
  }

  /** Null if objects of the class are not written by these alone. */
  private static @Nullable List<Field> fieldsOf(Class<?> type) {
    if (type.isHidden()
        || Proxy.isProxyClass(type)
        || Externalizable.class.isAssignableFrom(type)
        || Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)) {
      return null;
    }
    List<Field> all = new ArrayList<>();
    for (Class<?> c = type; c != Object.class && c != Record.class; c = c.getSuperclass()) {
      if (c == null || c.getModule().isNamed() || writesItself(c)) {
        return null;
      }
      for (Field field : c.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers)
            || Modifier.isTransient(modifiers)
            || field.getType().isPrimitive()) {
          continue;
        }
        if (!field.trySetAccessible()) {
          return null;
        }
        all.add(field);
      }
    }
    return all;
  }

  private static boolean writesItself(Class<?> type) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals("writeObject") || method.getName().equals("writeReplace")) {
        return true;
      }
    }
    return false;
  }
}
