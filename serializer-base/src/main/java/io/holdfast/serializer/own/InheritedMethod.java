package io.holdfast.serializer.own;

import io.holdfast.serializer.objects.ClassMembers;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds {@code writeReplace} and {@code readResolve} as JDK serialization does. */
final class InheritedMethod {

  private InheritedMethod() {}

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
}
