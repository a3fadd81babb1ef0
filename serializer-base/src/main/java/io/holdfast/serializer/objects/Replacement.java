package io.holdfast.serializer.objects;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Objects for which JDK serialization writes another one, in the terms of {@link Serializable}:
 * those whose class has a method {@code writeReplace}. Generated proxies are among them, whose
 * class need not exist where the other object is read.
 */
public final class Replacement {

  private Replacement() {}

  /** Returns whether objects of a class name another one to be written for them. */
  public static boolean isMadeBy(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)) {
      return false;
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (isReplacing(method) && (c == type || !Modifier.isPrivate(method.getModifiers()))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isReplacing(Method method) {
    return method.getName().equals("writeReplace") && method.getParameterCount() == 0;
  }
}
