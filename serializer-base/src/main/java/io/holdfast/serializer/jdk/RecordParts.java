package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
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
 * Tries whether records take their parts as these are now, and keep them. A record's constructor
 * may check a list that changes later, behind its back; then the record could be written, and not
 * made again. Or it may add to what it takes, so that the record would be another one each time it
 * is read.
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

  private static final ClassValue<RecordParts> KNOWN =
      ClassMembers.known(RecordParts::new);

  private final Constructor<?> constructor;
  private final Field[] fields;

  private RecordParts(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    fields = new Field[components.length];
    try {
      for (int i = 0; i < types.length; i++) {
        types[i] = components[i].getType();
        fields[i] = type.getDeclaredField(components[i].getName());
        fields[i].setAccessible(true);
      }
      constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (ReflectiveOperationException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class %s is a record without its parts".formatted(type.getName()), e);
    }
  }

  private static boolean isValue(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || VALUES.contains(type)
        || (type.getName().startsWith("java.time.") && type.getClassLoader() == null);
  }

  /**
   * Makes another one of a record's parts, and forgets it.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if the record refuses them,
   *     or changes them
   * @throws ConcurrentModificationException if another thread changes one of them
   */
  public static void check(Object record) {
    KNOWN.get(record.getClass()).tryToMake(record);
  }

  private void tryToMake(Object record) {
    Class<?> type = record.getClass();
    try {
      @Nullable Object[] values = valuesOf(record);
      Object other = constructor.newInstance(values.clone());
      for (int i = 0; i < values.length; i++) {
        if (differ(values[i], fields[i].get(other), DEPTH)) {
          throw new TranscoderException(
              Reason.UNWRITABLE,
              "record %s would be another one: its constructor changes %s"
                  .formatted(type.getName(), fields[i].getName()));
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
      throw new IllegalStateException(
          "a record that cannot be made: " + Arrays.toString(fields), e);
    }
  }

  private @Nullable Object[] valuesOf(Object record) throws IllegalAccessException {
    @Nullable Object[] values = new Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = fields[i].get(record);
    }
    return values;
  }

  /**
   * Returns whether two parts are certain to differ. The application's own objects are not asked.
   */
  private static boolean differ(@Nullable Object one, @Nullable Object other, int depth)
      throws IllegalAccessException {
    if (one == other || depth == 0) {
      return false;
    }
    if (one == null || other == null) {
      return true;
    }
    if (isValue(one.getClass()) && isValue(other.getClass())) {
      return !one.equals(other);
    }
    if (one instanceof Record && one.getClass() == other.getClass()) {
      RecordParts parts = KNOWN.get(one.getClass());
      return differ(
          Arrays.asList(parts.valuesOf(one)), Arrays.asList(parts.valuesOf(other)), depth);
    }
    if (one.getClass().isArray() && one.getClass() == other.getClass()) {
      return one instanceof Object[] array
          ? differ(Arrays.asList(array), Arrays.asList((Object[]) other), depth)
          : !Objects.deepEquals(one, other);
    }
    if (!isOfJdk(one) || !isOfJdk(other)) {
      return false;
    }
    if (one instanceof Optional<?> held && other instanceof Optional<?> otherHeld) {
      return differ(held.orElse(null), otherHeld.orElse(null), depth - 1);
    }
    if (one instanceof List<?> list && other instanceof List<?> otherList) {
      return differ(list, otherList, depth);
    }
    if (one instanceof Set<?> set && other instanceof Set<?> otherSet) {
      return set.size() != otherSet.size()
          || (areValues(set) && !new HashSet<>(set).equals(new HashSet<>(otherSet)));
    }
    return one instanceof Map<?, ?> map
        && other instanceof Map<?, ?> otherMap
        && differ(map, otherMap, depth);
  }

  private static boolean differ(Map<?, ?> map, Map<?, ?> other, int depth)
      throws IllegalAccessException {
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

  private static boolean differ(List<?> list, List<?> other, int depth)
      throws IllegalAccessException {
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
