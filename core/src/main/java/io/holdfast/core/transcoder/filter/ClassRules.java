package io.holdfast.core.transcoder.filter;

import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is allowed by default, and what {@code allowedClasses} adds and takes away; {@code
 * ClassFilter} tells the syntax. A verdict is for ever, and kept with the class itself, so that it
 * goes with its loader.
 */
public final class ClassRules {

  /** What every session is made of; no hook of the JDK notices an attribute that is a class. */
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

  /** Each further one is another class, which stays until its loader goes. */
  static final int MOST_DIMENSIONS = 4;

  private final ClassLoader loader;
  private final ApplicationClasses application;
  private final AllowedClasses configured;
  private final Predicate<String> knownGadgets;
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
      ClassLoader loader,
      ApplicationClasses application,
      AllowedClasses configured,
      Predicate<String> knownGadgets) {
    this.loader = loader;
    this.application = application;
    this.configured = configured;
    this.knownGadgets = knownGadgets;
  }

  /**
   * Reads {@code allowedClasses}.
   *
   * @param loader {@code application} is queried for the classes that it or a child of it defines
   * @throws IllegalArgumentException if an entry is not of the syntax, or takes away what every
   *     session is made of; the message names the entry
   */
  public static ClassRules parse(
      ClassLoader loader,
      ApplicationClasses application,
      String allowedClasses,
      Predicate<String> knownGadgets) {
    AllowedClasses configured = AllowedClasses.parse(allowedClasses);
    for (ClassNamePattern denied : configured.denied()) {
      requireDispensable(denied);
    }
    return new ClassRules(loader, application, configured, knownGadgets);
  }

  /** Tells which names of classes {@code allowedClasses} adds, without any class at hand. */
  public static Predicate<String> named(String allowedClasses) {
    AllowedClasses configured = AllowedClasses.parse(allowedClasses);
    return name -> (configured.isOpen() || configured.allow(name)) && !configured.deny(name);
  }

  private static void requireDispensable(ClassNamePattern denied) {
    for (Class<?> type : INDISPENSABLE) {
      if (denied.matches(type.getName())) {
        throw new IllegalArgumentException(
            "\"%s\" takes away %s, which every session needs; leave the entry out"
                .formatted(denied, type.getName()));
      }
    }
  }

  /** Returns whether objects of a class may be written and read. */
  public boolean allow(Class<?> type) {
    return verdicts.get(type);
  }

  /** Returns the class that is refused: this one, or the part of a proxy that is not allowed. */
  public Class<?> refused(Class<?> type) {
    return allRefused(type).get(0);
  }

  /** Returns all classes that are refused; a proxy may have several. */
  List<Class<?>> allRefused(Class<?> type) {
    if (!Proxy.isProxyClass(type)) {
      return List.of(type);
    }
    List<Class<?>> parts =
        Stream.<Class<?>>concat(Stream.of(Proxy.class), Stream.of(type.getInterfaces()))
            .filter(part -> !allow(part))
            .toList();
    return parts.isEmpty() ? List.of(type) : parts;
  }

  /** Returns whether a class is taken away, itself or as the element of an array. */
  public boolean deny(Class<?> type) {
    return denials.get(type);
  }

  /** Returns whether a class of this name, which is not one of an array, is taken away. */
  boolean denies(String name) {
    return configured.deny(name);
  }

  /** Returns whether a class of this name, which is not one of an array, can never be allowed. */
  public boolean isKnownGadget(String name) {
    return knownGadgets.test(name);
  }

  /** The known gadget that this class extends, wherever it comes from; null if there is none. */
  @Nullable Class<?> gadgetAbove(Class<?> type) {
    Class<?> above = KnownGadgets.above(type);
    return above != null && isKnownGadget(above.getName()) ? above : null;
  }

  /** Returns whether anything is taken away. */
  public boolean denyAnything() {
    return !configured.denied().isEmpty();
  }

  AllowedClasses configured() {
    return configured;
  }

  /** Returns whether a name is that of an array of more dimensions than may be in a session. */
  public static boolean hasTooManyDimensions(String name) {
    return ClassNames.dimensions(name) > MOST_DIMENSIONS;
  }

  private boolean decide(Class<?> type) {
    if (hasTooManyDimensions(type.getName())) {
      return false;
    }
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    if (element.isPrimitive()) {
      return true;
    }
    if (Proxy.isProxyClass(element)) {
      return isAllowedProxy(element);
    }
    String name = element.getName();
    if (isKnownGadget(name) || denies(name) || JvmFilter.rejects(element)) {
      return false;
    }
    if (gadgetAbove(element) != null) {
      return false;
    }
    return JdkDefaults.matches(element) || configured.allow(name) || isApplicationClass(element);
  }

  /** Reading a sorted collection calls its comparator, and a proxy would call its handler. */
  private boolean isAllowedProxy(Class<?> proxy) {
    return allow(Proxy.class)
        && !Comparator.class.isAssignableFrom(proxy)
        && Stream.of(proxy.getInterfaces()).allMatch(this::allow);
  }

  private boolean isApplicationClass(Class<?> type) {
    for (ClassLoader l = type.getClassLoader(); l != null; l = l.getParent()) {
      if (l == loader) {
        return configured.isOpen() || application.contains(type);
      }
    }
    return false;
  }
}
