package io.holdfast.core.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a node is. */
public enum Engine {
  /** memcached. */
  MEMCACHED(""),
  /** Valkey or Redis. */
  VALKEY("valkey://"),
  /** Valkey or Redis, over TLS. */
  VALKEYS("valkeys://");

  /** The port of a node of Valkey or Redis that names none. */
  static final int VALKEY_PORT = 6_379;

  private final String prefix;

  Engine(String prefix) {
    this.prefix = prefix;
  }

  /** The engine of a scheme, such as {@code redis}; null of none is memcached. */
  static Engine ofScheme(@Nullable String scheme) {
    return switch (scheme == null ? "" : scheme.toLowerCase(Locale.ROOT)) {
      case "valkey", "redis" -> VALKEY;
      case "valkeys", "rediss" -> VALKEYS;
      default -> MEMCACHED;
    };
  }

  /** Its name in the log. */
  public String title() {
    return isValkey() ? "Valkey" : "memcached";
  }

  /** What a node is, for messages about a list. */
  String kind() {
    return this == VALKEYS ? "Valkey with TLS" : title();
  }

  public boolean isValkey() {
    return this != MEMCACHED;
  }

  /** Returns whether its addresses say that connections are encrypted. */
  boolean isEncrypted() {
    return this == VALKEYS;
  }

  /** What stands before host and port. */
  String prefix() {
    return prefix;
  }
}
