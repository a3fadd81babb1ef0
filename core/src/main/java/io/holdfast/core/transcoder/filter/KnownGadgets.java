package io.holdfast.core.transcoder.filter;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classes that published deserialization attacks are built from. The list is a second fence: the
 * first is that only allowed classes are read at all. Sources: the gadget chains of the ysoserial
 * and marshalsec projects, the default denials of XStream 1.4.21 and of Jackson's {@code
 * SubTypeValidator}, and what was tried here.
 *
 * <p>The list names classes, so that a harmless class beside them can be allowed. It names a
 * package only if nothing in the package is a value: interpreters, connection pools, generators of
 * classes, internals of the JDK.
 */
public final class KnownGadgets {

  /**
   * Harmless classes in these packages: values of the JDK, and the interface of Spring's proxies of
   * scoped beans, which are written as names only.
   */
  private static final String HARMLESS_NAMES =
      """
      org.springframework.aop.scope.ScopedObject
      sun.security.ec.ECPrivateKeyImpl
      sun.security.ec.ECPublicKeyImpl
      sun.security.rsa.RSAPrivateCrtKeyImpl
      sun.security.rsa.RSAPrivateKeyImpl
      sun.security.rsa.RSAPublicKeyImpl
      sun.util.calendar.ZoneInfo
      """;

  /** A line is a class, also for subclasses with a {@code +} behind, or the start of names. */
  private static final List<String> LIST = ClassNames.listed("gadgets.txt");

  private static final Names NAMES = Names.of(LIST);
  private static final Names HARMLESS = Names.of(HARMLESS_NAMES.lines().toList());

  private KnownGadgets() {}

  /** Returns whether a class of this name is one, or nested in one, or in a package of them. */
  public static boolean matches(String className) {
    return NAMES.contain(className) && !HARMLESS.contain(className);
  }

  /** The names of the list: classes, and packages with their final dot. */
  static List<String> all() {
    return LIST.stream().map(entry -> entry.replace("+", "")).toList();
  }

  /** Returns the superclass or interface that makes this class a gadget; null if there is none. */
  static @Nullable Class<?> above(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (NAMES.roots.contains(c.getName())) {
        return c;
      }
      for (Class<?> face : c.getInterfaces()) {
        Class<?> found = above(face);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** What the lines of a list name. */
  private record Names(Set<String> classes, Set<String> roots, List<String> packages) {

    static Names of(List<String> list) {
      Names names = new Names(new HashSet<>(), new HashSet<>(), new ArrayList<>());
      for (String entry : list) {
        String name = entry.replace("+", "");
        if (entry.endsWith(".") || entry.endsWith("$")) {
          names.packages.add(entry);
        } else {
          names.classes.add(name);
        }
        if (entry.endsWith("+")) {
          names.roots.add(name);
        }
      }
      return names;
    }

    boolean contain(String className) {
      for (int end = className.length(); end > 0; end = className.lastIndexOf('$', end - 1)) {
        if (classes.contains(className.substring(0, end))) {
          return true;
        }
      }
      for (String beginning : packages) {
        if (className.startsWith(beginning)) {
          return true;
        }
      }
      return false;
    }
  }
}
