package io.holdfast.serializer.tests.frameworks;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Objects of classes that are not public, as their framework makes them. */
final class Made {

  private Made() {}

  /** Its trace would be another one wherever it is made. */
  static <T extends Throwable> T withoutTrace(T throwable) {
    throwable.setStackTrace(new StackTraceElement[0]);
    return throwable;
  }

  static Object by(String className, @Nullable Object... arguments) {
    try {
      for (Constructor<?> constructor : Class.forName(className).getDeclaredConstructors()) {
        if (constructor.getParameterCount() == arguments.length) {
          constructor.setAccessible(true);
          return constructor.newInstance(arguments);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(className, e);
    }
    throw new IllegalStateException(className + " has no such constructor");
  }

  /** A constant of an enum. */
  static Object constant(String enumName, int ordinal) {
    try {
      return Class.forName(enumName).getEnumConstants()[ordinal];
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(enumName, e);
    }
  }

  static void call(Object owner, String name, Object argument) {
    try {
      for (Class<?> c = owner.getClass(); c != null; c = c.getSuperclass()) {
        for (Method method : c.getDeclaredMethods()) {
          if (method.getName().equals(name) && method.getParameterCount() == 1) {
            method.setAccessible(true);
            method.invoke(owner, argument);
            return;
          }
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name, e);
    }
    throw new IllegalStateException("there is no method " + name);
  }

  static void set(Object owner, String name, Object value) {
    Field field = fieldOf(owner, name);
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(name, e);
    }
  }

  static Object get(Object owner, String name) {
    try {
      return fieldOf(owner, name).get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static Field fieldOf(Object owner, String name) {
    for (Class<?> c = owner.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new IllegalStateException("there is no field " + name);
  }
}
