package io.holdfast.serializer.objects;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Tells the objects that may become two when they are read, as they never change themselves; what
 * they hold may. Only what is known for certain counts: values of the JDK, constants, lambdas,
 * empty arrays.
 */
public final class Unchangeable {

  private enum Kind {
    NEVER_CHANGES,
    ARRAY,
    MAY_CHANGE
  }

  /** Values that {@link SharedKinds} counts among the public classes of the JDK. */
  private static final Set<Class<?>> VALUES =
      Set.of(
          BigDecimal.class,
          BigInteger.class,
          Optional.class,
          OptionalDouble.class,
          OptionalInt.class,
          OptionalLong.class);

  private static final ClassValue<Kind> KNOWN = ClassMembers.known(Unchangeable::choose);

  private Unchangeable() {}

  /** Returns whether the application cannot tell if the object becomes two. */
  public static boolean is(Object object) {
    if (object instanceof String) { // most are
      return true;
    }
    return switch (KNOWN.get(object.getClass())) {
      case NEVER_CHANGES -> true;
      case ARRAY -> Array.getLength(object) == 0;
      case MAY_CHANGE -> false;
    };
  }

  /**
   * Returns whether no object of a class of the JDK ever changes, nor one of a class below it; what
   * it holds may.
   */
  public static boolean isEachOf(Class<?> type) {
    return KNOWN.get(type) == Kind.NEVER_CHANGES;
  }

  private static Kind choose(Class<?> type) {
    if (type.isArray()) {
      return SharedKinds.include(type) ? Kind.ARRAY : Kind.NEVER_CHANGES;
    }
    return neverChanges(type) ? Kind.NEVER_CHANGES : Kind.MAY_CHANGE;
  }

  private static boolean neverChanges(Class<?> type) {
    if (type.isHidden() || VALUES.contains(type) || Singletons.of(type) != null) {
      return true; // the language leaves the identity of lambdas open
    }
    boolean isJdk = type.getModule().isNamed();
    if (isJdk && (isImmutableCollection(type) || isNamed(type))) {
      return true;
    }
    return !SharedKinds.include(type) && !SharedKinds.areBelongings(type);
  }

  private static boolean isNamed(Class<?> type) {
    return Charset.class.isAssignableFrom(type) || Path.class.isAssignableFrom(type);
  }

  /** Returns whether it is one of {@code List.of} and the like, or an empty one. */
  public static boolean isImmutableCollection(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.util.ImmutableCollections$")
        || name.startsWith("java.util.Collections$Empty");
  }
}
