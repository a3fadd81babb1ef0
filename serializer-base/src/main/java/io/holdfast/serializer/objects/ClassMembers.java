package io.holdfast.serializer.objects;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the classes of objects declare. Most questions stop where the JDK's classes begin, which are
 * the modules with a name: their fields are not open.
 */
public final class ClassMembers {

  private static final ClassValue<Class<?>> BASES = known(ClassMembers::findBase);
  private static final ClassValue<Boolean> REPLACED = known(ClassMembers::namesAnother);

  private ClassMembers() {}

  /** Keeps an answer about each class with the class itself, so that it goes with its loader. */
  public static <T> ClassValue<T> known(Function<Class<?>, T> answer) {
    return new ClassValue<>() {
      @Override
      protected T computeValue(Class<?> type) {
        return answer.apply(type);
      }
    };
  }

  /** The class and all above it. */
  public static Stream<Class<?>> upwards(Class<?> type) {
    return Stream.iterate(type, Objects::nonNull, Class::getSuperclass);
  }

  /** The class and those above it, until the first that is the JDK's. */
  public static Stream<Class<?>> ownClasses(Class<?> type) {
    return upwards(type).takeWhile(each -> !each.getModule().isNamed());
  }

  /** Returns the first class of the JDK, from the class itself upwards. */
  public static Class<?> baseOf(Class<?> type) {
    return BASES.get(type);
  }

  private static Class<?> findBase(Class<?> type) {
    return upwards(type)
        .dropWhile(each -> !each.getModule().isNamed())
        .findFirst()
        .orElse(Object.class);
  }

  /** The fields of objects that classes declare. */
  public static Stream<Field> fields(Stream<Class<?>> classes) {
    return classes
        .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
        .filter(field -> !Modifier.isStatic(field.getModifiers()));
  }

  /** The fields of objects that are serialized, those of the JDK's classes aside. */
  public static Stream<Field> storedFields(Class<?> type) {
    return fields(ownClasses(type)).filter(field -> !Modifier.isTransient(field.getModifiers()));
  }

  /**
   * Returns what an object has in a field.
   *
   * @param field one that is accessible
   */
  public static @Nullable Object valueOf(Field field, Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access: " + field, e);
    }
  }

  /**
   * Returns whether one of the classes declares such a method; perhaps, if a method names a type
   * that is missing here.
   */
  public static boolean declare(Stream<Class<?>> classes, Predicate<Method> such) {
    try {
      return classes.flatMap(each -> Arrays.stream(each.getDeclaredMethods())).anyMatch(such);
    } catch (LinkageError e) {
      return true;
    }
  }

  /** Returns whether JDK serialization has objects read themselves by a method. */
  public static boolean isReadObject(Method method) {
    return method.getName().equals("readObject")
        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {ObjectInputStream.class});
  }

  /** Returns whether an object that was read gives another one by a method. */
  public static boolean isReadResolve(Method method) {
    return method.getName().equals("readResolve") && method.getParameterCount() == 0;
  }

  /**
   * Returns whether objects of a class name another one to be written for them, as those of
   * generated proxies do, whose class need not exist where the other object is read: the class has
   * a method {@code writeReplace}.
   */
  public static boolean isReplaced(Class<?> type) {
    return REPLACED.get(type);
  }

  private static boolean namesAnother(Class<?> type) {
    return Serializable.class.isAssignableFrom(type)
        && upwards(type)
            .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
            .filter(method -> method.getName().equals("writeReplace"))
            .filter(method -> method.getParameterCount() == 0)
            .anyMatch(
                method ->
                    method.getDeclaringClass() == type
                        || !Modifier.isPrivate(method.getModifiers()));
  }
}
