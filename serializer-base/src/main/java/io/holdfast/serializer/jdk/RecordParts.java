package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the records of a class, and the constructor that takes them.
 *
 * <p>It may check a list that changes later, behind its back; then the record could be written, and
 * not made again. Or it may add to what it takes, so that the record would be another one each time
 * it is read. So each record that is written is tried.
 */
public final class RecordParts {

  /** Their {@code equals} tells whether they are the same. */
  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          Integer.class,
          Long.class,
          Short.class,
          Byte.class,
          Character.class,
          Boolean.class,
          Double.class,
          Float.class,
          Class.class,
          java.math.BigDecimal.class,
          java.math.BigInteger.class,
          java.net.URI.class,
          java.util.Currency.class,
          java.util.Date.class,
          java.util.Locale.class,
          java.util.UUID.class);

  /** Deeper in what a record holds, nothing is compared. */
  private static final int DEPTH = 4;

  private static final ClassValue<RecordParts> KNOWN = ClassMembers.known(RecordParts::new);

  private final Class<?> type;
  private final List<Field> fields;
  private final Constructor<?> constructor;
  private final @Nullable Object[] zeros;

  private RecordParts(Class<?> type) {
    this.type = type;
    try {
      List<Field> found = new ArrayList<>();
      for (RecordComponent component : type.getRecordComponents()) {
        Field field = type.getDeclaredField(component.getName());
        field.setAccessible(true);
        found.add(field);
      }
      fields = List.copyOf(found);
      constructor =
          type.getDeclaredConstructor(found.stream().map(Field::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
    } catch (ReflectiveOperationException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class %s is a record without its parts".formatted(type.getName()), e);
    }
    zeros =
        fields.stream().map(field -> Array.get(Array.newInstance(field.getType(), 1), 0)).toArray();
  }

  /** The parts of the records of a class. */
  public static RecordParts of(Class<?> type) {
    return KNOWN.get(type);
  }

  /** The fields, in the order of the components; each has the type of its component. */
  public List<Field> fields() {
    return fields;
  }

  /** The values of parts that the bytes do not have. */
  public @Nullable Object[] zeros() {
    return zeros.clone();
  }

  /**
   * Makes a record.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it refuses its parts
   */
  public Object make(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "record %s refuses its parts".formatted(type.getName()), e);
    }
  }

  /**
   * Makes another one of a record's parts, and forgets it.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if the record refuses them,
   *     or changes them
   * @throws ConcurrentModificationException if another thread changes one of them
   */
  public void check(Object record) {
    try {
      @Nullable Object[] values = valuesOf(record);
      Object other = constructor.newInstance(values.clone());
      for (int i = 0; i < values.length; i++) {
        if (differ(values[i], ClassMembers.valueOf(fields.get(i), other), DEPTH)) {
          throw new TranscoderException(
              Reason.UNWRITABLE,
              "record %s would be another one: its constructor changes %s"
                  .formatted(type.getName(), fields.get(i).getName()));
        }
      }
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof ConcurrentModificationException changed) {
        throw changed;
      }
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "record %s would not take its parts again: %s"
              .formatted(type.getName(), ApplicationFailure.describe(cause(e))),
          e);
    } catch (InstantiationException | IllegalAccessException e) {
      throw new IllegalStateException("a record that cannot be made: " + fields, e);
    }
  }

  private @Nullable Object[] valuesOf(Object record) {
    @Nullable Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ClassMembers.valueOf(fields.get(i), record);
    }
    return values;
  }

  private static boolean isValue(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || VALUES.contains(type)
        || (type.getName().startsWith("java.time.") && type.getClassLoader() == null);
  }

  /**
   * Returns whether two parts are certain to differ. The application's own objects are not asked.
   */
  private static boolean differ(@Nullable Object one, @Nullable Object other, int depth) {
    if (one == other || depth == 0) {
      return false;
    }
    if (one == null || other == null) {
      return true;
    }
    if (isValue(one.getClass()) && isValue(other.getClass())) {
      return !one.equals(other);
    }
    if (one.getClass().isArray() && !(one instanceof Object[])) {
      return one.getClass() == other.getClass() && !Objects.deepEquals(one, other);
    }
    List<?> parts = partsOf(one);
    List<?> others = partsOf(other);
    if (parts != null && others != null) {
      return differ(parts, others, depth);
    }
    if (!isOfJdk(one) || !isOfJdk(other)) {
      return false;
    }
    if (one instanceof Set<?> set && other instanceof Set<?> otherSet) {
      return set.size() != otherSet.size()
          || (areValues(set) && !new HashSet<>(set).equals(new HashSet<>(otherSet)));
    }
    return one instanceof Map<?, ?> map
        && other instanceof Map<?, ?> otherMap
        && differ(map, otherMap, depth);
  }

  /** The parts of an object, in their order; null if it has none, or none in an order. */
  private static @Nullable List<?> partsOf(Object object) {
    if (object instanceof Record) {
      return Arrays.asList(of(object.getClass()).valuesOf(object));
    }
    if (object instanceof Object[] array) {
      return Arrays.asList(array);
    }
    if (object instanceof Optional<?> optional) {
      return Collections.singletonList(optional.orElse(null));
    }
    return object instanceof List<?> list && isOfJdk(list) ? list : null;
  }

  private static boolean differ(Map<?, ?> map, Map<?, ?> other, int depth) {
    if (map.size() != other.size() || !areValues(map.keySet())) {
      return map.size() != other.size();
    }
    Map<?, ?> others = new HashMap<>(other);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!others.containsKey(entry.getKey())
          || differ(entry.getValue(), others.get(entry.getKey()), depth - 1)) {
        return true;
      }
    }
    return false;
  }

  private static boolean areValues(Set<?> keys) {
    for (Object key : keys) {
      if (key == null || !isValue(key.getClass())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfJdk(Object object) {
    return object.getClass().getClassLoader() == null;
  }

  private static boolean differ(List<?> list, List<?> other, int depth) {
    if (list.size() != other.size()) {
      return true;
    }
    Iterator<?> others = other.iterator();
    for (Object element : list) {
      if (differ(element, others.next(), depth - 1)) {
        return true;
      }
    }
    return false;
  }

  private static Throwable cause(InvocationTargetException e) {
    Throwable cause = e.getCause();
    return cause == null ? e : cause;
  }
}
