package io.holdfast.serializer.limits;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Arrays;
import java.util.Set;

/**
 * Recognizes classes with objects that may be readable or not, one by one. These are classes of the
 * application whose own {@code readObject}, {@code readExternal} or {@code readResolve} may refuse
 * an object, classes of the JDK that stand for something else, and URLs, which are refused as keys
 * ({@link ReadUrls}).
 *
 * <p>A {@code readResolve} in a class without fields, as that of a singleton, has nothing to check:
 * all objects of such a class are alike.
 */
final class ReadingCode {

  /** Its length is a number in the stream, whatever that takes to read. */
  private static final String COPIES = "java.util.Collections$CopiesList";

  /** These are of a type, and of a length, that a reader may refuse. */
  private static final Set<String> CERTIFICATES =
      Set.of(
          "java.security.cert.Certificate$CertificateRep",
          "java.security.cert.CertPath$CertPathRep");

  private ReadingCode() {}

  /** Returns whether each object of the class has to be tried. */
  static boolean dependsOnTheObject(Class<?> type) {
    String name = type.getName();
    if (type == Class.class
        || type == URL.class
        || name.equals(COPIES)
        || CERTIFICATES.contains(name)) {
      return true;
    }
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      if (Externalizable.class.isAssignableFrom(c) || isAsked(c, type)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAsked(Class<?> declaring, Class<?> type) {
    try {
      return Arrays.stream(declaring.getDeclaredMethods())
          .anyMatch(method -> isReadObject(method) || (isReadResolve(method) && hasFields(type)));
    } catch (LinkageError e) { // a method names a type that is missing here
      return true;
    }
  }

  private static boolean isReadObject(Method method) {
    return method.getName().equals("readObject")
        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {ObjectInputStream.class});
  }

  private static boolean isReadResolve(Method method) {
    return method.getName().equals("readResolve") && method.getParameterCount() == 0;
  }

  /** Returns whether objects of a class have state; that of a class of the JDK cannot be seen. */
  private static boolean hasFields(Class<?> type) {
    Class<?> c = type;
    for (; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          return true;
        }
      }
    }
    return c != Object.class;
  }
}
