package io.holdfast.serializer.objects;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.text.AttributedCharacterIterator;
import java.util.Calendar;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TimeZone;

/**
 * Tells the classes whose objects an application can hold twice and change, so that it would notice
 * if one became two: all of its own, and all public ones of the JDK but values, locks and what
 * stands for another object. They are never hidden in a stream that is a part of a graph.
 *
 * <p>Decided by class and module, never by what is open, so that all JVMs decide alike.
 */
public final class SharedKinds {

  private static final String LOCKS = "java.util.concurrent.locks";

  /** Packages of the JDK whose classes are values, or belong to what holds them. */
  private static final Set<String> PACKAGES =
      Set.of(
          "java.time",
          "java.time.chrono",
          "java.time.format",
          "java.time.temporal",
          "java.time.zone",
          LOCKS);

  /** Values of the JDK, and what stands in a stream for another object. */
  private static final Set<String> VALUES =
      Set.of(
          "java.io.File",
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Class",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Short",
          "java.lang.StackTraceElement",
          "java.lang.String",
          "java.lang.invoke.SerializedLambda",
          "java.math.MathContext",
          "java.net.Inet4Address",
          "java.net.Inet6Address",
          "java.net.InetAddress",
          "java.net.InetSocketAddress",
          "java.net.URI",
          "java.security.KeyRep",
          "java.util.Currency",
          "java.util.Locale",
          "java.util.UUID",
          "java.util.regex.Pattern");

  private static final ClassValue<Boolean> KNOWN = ClassMembers.known(SharedKinds::choose);

  private SharedKinds() {}

  /** Returns whether an object of the class may be shared, and changed where it is. */
  public static boolean include(Class<?> type) {
    return KNOWN.get(type);
  }

  /**
   * Returns whether objects of the class can change, but stay in the stream of the object that has
   * them, unless another one has them, too: locks of the JDK with their parts, and time zones.
   */
  public static boolean areBelongings(Class<?> type) {
    return type == SimpleTimeZone.class
        || (type.getModule().isNamed() && type.getPackageName().equals(LOCKS));
  }

  private static boolean choose(Class<?> type) {
    if (type.isArray()) {
      return isElementOfAnApplication(type.getComponentType());
    }
    if (Enum.class.isAssignableFrom(type)) {
      return false;
    }
    if (isOfOthers(type) || Proxy.isProxyClass(type) || isAlwaysShared(type)) {
      return true;
    }
    return Modifier.isPublic(type.getModifiers())
        && !PACKAGES.contains(type.getPackageName())
        && !VALUES.contains(type.getName())
        && !TimeZone.class.isAssignableFrom(type)
        && !AttributedCharacterIterator.Attribute.class.isAssignableFrom(type);
  }

  /** Arrays of what only the JDK has are its own. */
  private static boolean isElementOfAnApplication(Class<?> component) {
    Class<?> element = component;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.isPrimitive()
        || isOfOthers(element)
        || (Modifier.isPublic(element.getModifiers())
            && element != Enum.class
            && element != StackTraceElement.class);
  }

  private static boolean isOfOthers(Class<?> type) {
    return !type.getModule().isNamed();
  }

  private static boolean isAlwaysShared(Class<?> type) {
    return Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)
        || Map.Entry.class.isAssignableFrom(type)
        || Calendar.class.isAssignableFrom(type)
        || Throwable.class.isAssignableFrom(type);
  }
}
