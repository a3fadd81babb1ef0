package io.holdfast.core.config;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a node is. */
public enum Engine {
  /** memcached. */
  MEMCACHED(""),
  /** Valkey or Redis. */
  VALKEY("valkey://"),
  /** Valkey or Redis, over TLS. */
  VALKEYS("valkeys://"),
  /** The memory of this process, for development and tests. */
  MEMORY("");

  /** How the node in memory is written in {@code memcachedNodes}, alone. */
  static final String IN_MEMORY = "memory";

  private static final int MEMCACHED_PORT = 11_211;

  /** The port of a node of Valkey or Redis that names none. */
  static final int VALKEY_PORT = 6_379;

  private static final Pattern ENCRYPTED = Pattern.compile("(?i)(?:valkeys|rediss)://");

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
    return this == MEMORY ? "in-memory" : isValkey() ? "Valkey" : "memcached";
  }

  /** What a node is, for messages about a list. */
  String kind() {
    return this == VALKEYS ? "Valkey with TLS" : title();
  }

  public boolean isValkey() {
    return this == VALKEY || this == VALKEYS;
  }

  /** Returns whether an address in {@code memcachedNodes} says that connections are encrypted. */
  static boolean isEncryptedIn(String nodes) {
    return ENCRYPTED.matcher(nodes).find();
  }

  /** The port of a node for which none is named. */
  int usualPort() {
    return isValkey() ? VALKEY_PORT : MEMCACHED_PORT;
  }

  /** What stands between an address and its zone: in a URL, an {@code @} is behind a user. */
  String beforeZone() {
    return isValkey() ? "?zone=" : "@";
  }

  /** How a node with a zone is written. */
  String formWithZone() {
    return formWithZone("id:", "host");
  }

  /** How what stands for nodes with a zone is written: what comes first, and what it names. */
  String formWithZone(String first, String named) {
    return first + prefix + named + ":port" + beforeZone() + (isValkey() ? "name" : "zone");
  }

  /** What stands before host and port. */
  String prefix() {
    return prefix;
  }
}
