package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tries whether records take their parts as these are now. A record's constructor may check a list
 * that changes later, behind its back; then the record could be written, and not made again.
 *
 * <p>Records whose parts cannot change are not tried: they were made of the same ones.
 */
public final class RecordParts {

  private static final Set<Class<?>> UNCHANGING =
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
          java.util.Locale.class,
          java.util.UUID.class);

  /** Kept with the class itself, so that it goes with its loader. */
  private static final ClassValue<RecordParts> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordParts computeValue(Class<?> type) {
          return new RecordParts(type);
        }
      };

  private final @Nullable Constructor<?> constructor;
  private final Field[] fields;

  private RecordParts(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    fields = new Field[components.length];
    boolean mayChange = false;
    try {
      for (int i = 0; i < types.length; i++) {
        types[i] = components[i].getType();
        fields[i] = type.getDeclaredField(components[i].getName());
        fields[i].setAccessible(true);
        mayChange |= !isUnchanging(types[i]);
      }
      constructor = mayChange ? type.getDeclaredConstructor(types) : null;
      if (constructor != null) {
        constructor.setAccessible(true);
      }
    } catch (ReflectiveOperationException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class %s is a record without its parts".formatted(type.getName()), e);
    }
  }

  private static boolean isUnchanging(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || UNCHANGING.contains(type)
        || (type.getName().startsWith("java.time.") && type.getClassLoader() == null);
  }

  /**
   * Makes another one of a record's parts, and forgets it.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if the record refuses them
   * @throws ConcurrentModificationException if another thread changes one of them
   */
  public static void check(Object record) {
    RecordParts parts = KNOWN.get(record.getClass());
    if (parts.constructor != null) {
      parts.make(record, parts.constructor);
    }
  }

  private void make(Object record, Constructor<?> by) {
    Class<?> type = record.getClass();
    try {
      @Nullable Object[] values = new Object[fields.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = fields[i].get(record);
      }
      var unused = by.newInstance(values);
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

  private static Throwable cause(InvocationTargetException e) {
    Throwable cause = e.getCause();
    return cause == null ? e : cause;
  }
}
