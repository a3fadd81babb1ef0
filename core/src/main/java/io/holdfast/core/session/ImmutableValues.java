package io.holdfast.core.session;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * Knows the classes whose instances never change: an attribute of such a class that was only handed
 * out cannot differ from its record.
 */
public final class ImmutableValues {

  private static final Set<Class<?>> CLASSES =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          URI.class,
          Locale.class,
          Currency.class,
          Class.class);

  private ImmutableValues() {}

  /** Returns whether the value, and everything that belongs to it, can never change. */
  public static boolean isImmutable(Object value) {
    Class<?> type = value.getClass();
    return CLASSES.contains(type) || value instanceof Enum<?> || isTimeValue(type);
  }

  /** Everything in {@code java.time} is immutable, says the package's documentation. */
  private static boolean isTimeValue(Class<?> type) {
    return type.getName().startsWith("java.time.") && type.getClassLoader() == null;
  }
}
