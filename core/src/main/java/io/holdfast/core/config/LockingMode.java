package io.holdfast.core.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How concurrent requests of one non-sticky session avoid lost changes. Its text is the value of
 * the attribute.
 */
public sealed interface LockingMode {

  /** The modes without a pattern. */
  enum Plain implements LockingMode {
    /** Not at all: the last request that writes an attribute wins. */
    NONE,
    /** A request merges its changes into the record if another has stored it meanwhile. */
    OPTIMISTIC,
    /** Every request needs the lease. */
    ALL,
    /** Requests need the lease unless their kind was seen to read only. */
    AUTO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
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
    return this != Plain.NONE && this != Plain.OPTIMISTIC;
  }

  /** Reads {@code lockingMode}. */
  static LockingMode parse(String value) {
    String text = value.trim();
    if (text.toLowerCase(Locale.ROOT).startsWith("uripattern:")) {
      return uriPattern(value, text.substring("uripattern:".length()).strip());
    }
    for (Plain mode : Plain.values()) {
      if (mode.name().equalsIgnoreCase(text)) {
        return mode;
      }
    }
    throw wrong(value, "use none, optimistic, all, auto or uriPattern:REGEX");
  }

  private static LockingMode uriPattern(String value, String regex) {
    if (regex.isEmpty()) {
      throw wrong(value, "a regular expression is missing behind uriPattern:");
    }
    try {
      return new UriPattern(Syntax.pattern(regex, "/cart.*|/pay.*"));
    } catch (IllegalArgumentException e) {
      throw wrong(value, String.valueOf(e.getMessage()));
    }
  }

  private static ConfigurationException wrong(String value, String remedy) {
    return new ConfigurationException(Setting.LOCKING_MODE, value, remedy);
  }
}
