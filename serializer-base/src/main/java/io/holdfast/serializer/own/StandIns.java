package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is written for objects of the application with a {@code writeReplace}. */
public final class StandIns {

  /** As long as this, JDK serialization would go on for ever. */
  private static final int LONGEST_CHAIN = 64;

  private static final ClassValue<Replacing> METHODS =
      ClassMembers.known(type -> new Replacing(find(type), isExchangedRecord(type)));

  /** How a class takes part in the exchange of objects. */
  private record Replacing(@Nullable Method method, boolean isExchangedRecord) {}

  private StandIns() {}

  /**
   * Returns whether JDK serialization asks objects of a class of the application for another one.
   */
  public static boolean areMadeBy(Class<?> type) {
    return METHODS.get(type).method != null;
  }

  /**
   * Returns whether objects of a class are not taken apart as other records are: JDK serialization
   * asks them for another one, when they are written or when they are read.
   */
  public static boolean areExchangedRecords(Class<?> type) {
    return type.isRecord() && METHODS.get(type).isExchangedRecord;
  }

  private static boolean isExchangedRecord(Class<?> type) {
    return type.isRecord()
        && isSerializable(type)
        && Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getParameterCount() == 0)
            .filter(method -> method.getReturnType() == Object.class)
            .map(Method::getName)
            .anyMatch(name -> name.equals("readResolve") || name.equals("writeReplace"));
  }

  /**
   * Asks an object for the one that is written for it.
   *
   * @return the object itself if it names none, or fails
   * @throws TranscoderException if it names one that names another, and so on without end
   */
  static Object ask(Object object) {
    Object current = object;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      Method method = METHODS.get(current.getClass()).method;
      if (method == null) {
        return current;
      }
      Object next = replacement(method, current);
      if (next == null) {
        return object;
      }
      if (next.getClass() == current.getClass()) {
        return next;
      }
      current = next;
    }
    throw new TranscoderException(
        Reason.UNWRITABLE,
        "class %s cannot be written: its writeReplace names one whose writeReplace names another, without end"
            .formatted(object.getClass().getName()));
  }

  private static @Nullable Object replacement(Method method, Object object) {
    try {
      return method.invoke(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible method refused access: " + method, e);
    } catch (InvocationTargetException e) {
      return null; // JDK serialization asks again, and says what happened
    }
  }

  /**
   * Returns whether JDK serialization writes an object as it is, although its class has a {@code
   * writeReplace}: it was named by one of its class.
   */
  public static boolean isWrittenAsItIs(Object standIn) {
    return areMadeBy(standIn.getClass());
  }

  private static @Nullable Method find(Class<?> type) {
    if (type.getModule().isNamed() || type.isHidden() || !isSerializable(type)) {
      return null;
    }
    try {
      return Hooks.find(type, "writeReplace");
    } catch (LinkageError e) { // a method names a type that is missing here
      return null;
    }
  }

  private static boolean isSerializable(Class<?> type) {
    return Serializable.class.isAssignableFrom(type);
  }
}
