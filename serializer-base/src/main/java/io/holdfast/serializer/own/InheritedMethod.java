package io.holdfast.serializer.own;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds {@code writeReplace} and {@code readResolve} as JDK serialization does. */
final class InheritedMethod {

  private InheritedMethod() {}

  static @Nullable Method find(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && method.getParameterCount() == 0
            && method.getReturnType() == Object.class) {
          return isInherited(method, type) && method.trySetAccessible() ? method : null;
        }
      }
    }
    return null;
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
}
