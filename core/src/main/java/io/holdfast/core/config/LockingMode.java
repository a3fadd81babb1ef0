package io.holdfast.core.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How concurrent requests of one non-sticky session avoid lost changes. Its text is the value of
 * the attribute.
 */
public sealed interface LockingMode {

  /** Not at all: the last request that writes an attribute wins. */
  record None() implements LockingMode {

    @Override
    public String toString() {
      return "none";
    }
  }

  /** A request merges its changes into the record if another has stored it meanwhile. */
  record Optimistic() implements LockingMode {

    @Override
    public String toString() {
      return "optimistic";
    }
  }

  /** Every request needs the lease. */
  record All() implements LockingMode {

    @Override
    public String toString() {
      return "all";
    }
  }

  /** Requests need the lease unless their kind was seen to read only. */
  record Auto() implements LockingMode {

    @Override
    public String toString() {
      return "auto";
    }
  }

  /**
   * Requests whose URI matches need the lease.
   *
   * @param pattern matched against the URI with its query, with and without the method in front
   */
  record UriPattern(Pattern pattern) implements LockingMode {

    @Override
    public String toString() {
      return "uriPattern:" + pattern;
    }
  }

  /** Returns whether some requests need the lease of their session. */
  default boolean takesLeases() {
    return !(this instanceof None || this instanceof Optimistic);
  }

  /**
   * Reads {@code lockingMode}.
   *
   * @throws ConfigurationException if it is none of the modes, or the pattern is no regular
   *     expression
   */
  static LockingMode parse(String value) {
    String text = value.trim();
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon + 1);
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "none" -> new None();
      case "optimistic" -> new Optimistic();
      case "all" -> new All();
      case "auto" -> new Auto();
      case "uripattern:" -> uriPattern(value, text.substring(name.length()).strip());
      default ->
          throw new ConfigurationException(
              Setting.LOCKING_MODE, value, "use none, optimistic, all, auto or uriPattern:REGEX");
    };
  }

  private static LockingMode uriPattern(String value, String regex) {
    if (regex.isEmpty()) {
      throw new ConfigurationException(
          Setting.LOCKING_MODE, value, "a regular expression is missing behind uriPattern:");
    }
    try {
      return new UriPattern(Syntax.pattern(regex, "/cart.*|/pay.*"));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(Setting.LOCKING_MODE, value, String.valueOf(e.getMessage()));
    }
  }
}
