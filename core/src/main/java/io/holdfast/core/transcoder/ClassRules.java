package io.holdfast.core.transcoder;

import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is allowed by default, and what {@code allowedClasses} adds and takes away; {@link
 * ClassFilter} tells the syntax. A verdict is for ever, and kept with the class itself, so that it
 * goes with its loader.
 */
final class ClassRules {

  /**
   * What every session is made of; that an attribute is a class is noticed by no hook of the JDK.
   */
  private static final List<Class<?>> INDISPENSABLE =
      List.of(
          String.class,
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Class.class,
          LinkedHashMap.class);

  private final ClassLoader loader;
  private final List<ClassNamePattern> allowed;
  private final List<ClassNamePattern> denied;
  private final ClassValue<Boolean> verdicts =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return decide(type);
        }
      };
  private final ClassValue<Boolean> denials =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return denies(ClassNames.element(type.getName()));
        }
      };

  private ClassRules(
      ClassLoader loader, List<ClassNamePattern> allowed, List<ClassNamePattern> denied) {
    this.loader = loader;
    this.allowed = allowed;
    this.denied = denied;
  }

  /**
   * Reads {@code allowedClasses}.
   *
   * @param loader defines the classes that are allowed as the application's own
   * @throws IllegalArgumentException if an entry is not of the syntax, or takes away what every
   *     session is made of; the message names the entry
   */
  static ClassRules parse(ClassLoader loader, String allowedClasses) {
    List<ClassNamePattern> all = ClassNamePattern.parseAll(allowedClasses);
    List<ClassNamePattern> denied = all.stream().filter(ClassNamePattern::negated).toList();
    denied.forEach(ClassRules::requireDispensable);
    return new ClassRules(loader, all.stream().filter(p -> !p.negated()).toList(), denied);
  }

  private static void requireDispensable(ClassNamePattern denied) {
    for (Class<?> type : INDISPENSABLE) {
      if (denied.matches(type.getName())) {
        throw new IllegalArgumentException(
            "allowedClasses: \"%s\" takes away %s, of which every session is made"
                .formatted(denied, type.getName()));
      }
    }
  }

  /** Whether objects of a class may be written and read. */
  boolean allow(Class<?> type) {
    return verdicts.get(type);
  }

  /**
   * Because of which class this one is not allowed: itself, or what a proxy has that is not
   * allowed.
   */
  Class<?> refused(Class<?> type) {
    if (!Proxy.isProxyClass(type)) {
      return type;
    }
    return Stream.concat(Stream.of(Proxy.class), Stream.of(type.getInterfaces()))
        .filter(part -> !allow(part))
        .findFirst()
        .orElse(type);
  }

  /** Whether a class is taken away, itself or as the element of an array. */
  boolean deny(Class<?> type) {
    return denials.get(type);
  }

  /** Whether a class of this name, which is not one of an array, is taken away. */
  boolean denies(String name) {
    return anyMatches(denied, name);
  }

  /** Whether anything is taken away. */
  boolean denyAnything() {
    return !denied.isEmpty();
  }

  private boolean decide(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    if (element.isPrimitive()) {
      return true;
    }
    if (Proxy.isProxyClass(element)) {
      return allow(Proxy.class) && Stream.of(element.getInterfaces()).allMatch(this::allow);
    }
    String name = element.getName();
    if (KnownGadgets.matches(name) || denies(name)) {
      return false;
    }
    return JdkDefaults.matches(element) || isApplicationClass(element) || anyMatches(allowed, name);
  }

  private boolean isApplicationClass(Class<?> type) {
    for (ClassLoader l = type.getClassLoader(); l != null; l = l.getParent()) {
      if (l == loader) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyMatches(List<ClassNamePattern> patterns, String name) {
    for (ClassNamePattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }
}
