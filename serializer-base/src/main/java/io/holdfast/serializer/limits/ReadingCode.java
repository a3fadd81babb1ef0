package io.holdfast.serializer.limits;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.net.URL;
import java.util.Arrays;

/**
 * Tells of which classes one object may be read and the next one not: those of the application
 * whose own {@code readObject} or {@code readExternal} is asked, and may refuse what became of an
 * object, those of the JDK that stand for something else, and URLs, which are refused as keys
 * ({@link ReadUrls}).
 */
final class ReadingCode {

  /** Its length is a number in the stream, whatever that takes to read. */
  private static final String COPIES = "java.util.Collections$CopiesList";

  private ReadingCode() {}

  /** Whether each object of the class has to be tried. */
  static boolean dependsOnTheObject(Class<?> type) {
    if (type == Class.class || type == URL.class || type.getName().equals(COPIES)) {
      return true;
    }
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      if (Externalizable.class.isAssignableFrom(c) || hasReadObject(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasReadObject(Class<?> type) {
    try {
      return Arrays.stream(type.getDeclaredMethods())
          .anyMatch(
              method ->
                  method.getName().equals("readObject")
                      && Arrays.equals(
                          method.getParameterTypes(), new Class<?>[] {ObjectInputStream.class}));
    } catch (LinkageError e) { // a method names a type that is missing here
      return true;
    }
  }
}
