package io.holdfast.serializer.own;

import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.SafeCopies;
import io.holdfast.serializer.objects.SharedKinds;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Copies of objects that an application hands to {@link java.io.ObjectOutputStream#writeUnshared}:
 * nothing else in the graph refers to what is written of them. What they hold is not copied.
 */
public final class UnsharedCopies {

  private static final BareInstances INSTANCES = new BareInstances();

  private UnsharedCopies() {}

  /** Returns a copy; the object itself if the application could not change it, or not copy it. */
  public static @Nullable Object of(@Nullable Object object) {
    if (object == null || !SharedKinds.include(object.getClass())) {
      return object;
    }
    Class<?> type = object.getClass();
    if (type.isArray()) {
      int length = Array.getLength(object);
      Object copy = Array.newInstance(type.getComponentType(), length);
      System.arraycopy(object, 0, copy, 0, length);
      return copy;
    }
    if (type.getModule().isNamed()) {
      return SafeCopies.isCopied(type) ? SafeCopies.copy(object, true) : cloned(object);
    }
    boolean isPlain =
        !type.isRecord() && !type.isHidden() && !type.isEnum() && !Proxy.isProxyClass(type);
    return isPlain && ClassMembers.baseOf(type) == Object.class ? byFields(object) : object;
  }

  /** Dates, calendars and the like: what has a public method for it. */
  private static Object cloned(Object object) {
    if (!(object instanceof Cloneable) || !Modifier.isPublic(object.getClass().getModifiers())) {
      return object;
    }
    try {
      return object.getClass().getMethod("clone").invoke(object);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      return object;
    }
  }

  private static Object byFields(Object object) {
    Constructor<?> constructor = INSTANCES.constructorOf(object.getClass());
    Object copy = BareInstances.create(constructor);
    ClassMembers.fields(ClassMembers.ownClasses(object.getClass()))
        .forEach(field -> copy(field, object, copy));
    return copy;
  }

  private static void copy(Field field, Object object, Object copy) {
    field.setAccessible(true);
    try {
      field.set(copy, field.get(object));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access: " + field, e);
    }
  }
}
