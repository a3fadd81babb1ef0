package io.holdfast.serializer.own;

import io.holdfast.serializer.objects.ClassMembers;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The methods by which a class of an application takes part in JDK serialization. */
final class Hooks {

  private Hooks() {}

  /** Finds {@code writeReplace} and {@code readResolve} as JDK serialization does. */
  static @Nullable Method find(Class<?> type, String name) {
    return ClassMembers.upwards(type)
        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
        .filter(method -> method.getName().equals(name))
        .filter(method -> method.getParameterCount() == 0)
        .filter(method -> method.getReturnType() == Object.class)
        .findFirst()
        .filter(method -> isInherited(method, type) && method.trySetAccessible())
        .orElse(null);
  }

  private static boolean isInherited(Method method, Class<?> type) {
    int modifiers = method.getModifiers();
    Class<?> owner = method.getDeclaringClass();
    if (Modifier.isStatic(modifiers) || Modifier.isAbstract(modifiers)) {
      return false;
    }
    if (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers) || owner == type) {
      return true;
    }
    return !Modifier.isPrivate(modifiers)
        && owner.getClassLoader() == type.getClassLoader()
        && owner.getPackageName().equals(type.getPackageName());
  }

  /** Calls a method, and throws what it throws. */
  static @Nullable Object call(Method method, Object object, Object... arguments)
      throws IOException {
    try {
      return method.invoke(object, arguments);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible method refused access: " + method, e);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RuntimeException known) {
        throw known;
      }
      if (cause instanceof Error known) {
        throw known;
      }
      if (cause instanceof IOException known) {
        throw known;
      }
      InvalidObjectException other = new InvalidObjectException(String.valueOf(cause));
      other.initCause(cause);
      throw other;
    }
  }
}
