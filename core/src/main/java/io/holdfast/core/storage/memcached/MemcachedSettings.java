package io.holdfast.core.storage.memcached;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the client of a node behaves.
 *
 * @param protocol of the connection
 * @param operationTimeout after which an operation fails for want of an answer
 * @param maxInFlight operations sent and not yet answered, above which further ones fail at once
 * @param maxItemSize largest sum of key and value, in bytes, that is sent
 * @param username for SASL, with the binary protocol only; null without authentication
 * @param password for SASL; null without authentication
 */
public record MemcachedSettings(
    MemcachedProtocol protocol,
    Duration operationTimeout,
    int maxInFlight,
    int maxItemSize,
    @Nullable String username,
    @Nullable String password) {

  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

  /**
   * Text protocol, one second, 1,000 operations, no password; items up to 1 KiB below a mebibyte:
   * with its default limit memcached 1.6 takes 1,048,517 bytes of key and value.
   */
  public static final MemcachedSettings DEFAULTS =
      new MemcachedSettings(
          MemcachedProtocol.TEXT, Duration.ofSeconds(1), 1_000, 1_047_552, null, null);

  /** Checks ranges, and that user name and password come together with the binary protocol. */
  public MemcachedSettings {
    if (operationTimeout.toMillis() < 1 || operationTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "operationTimeout must be 1 ms to 1 h: " + operationTimeout);
    }
    if (maxInFlight < 1 || maxItemSize < 1) {
      throw new IllegalArgumentException(
          "maxInFlight and maxItemSize must be at least 1: " + maxInFlight + ", " + maxItemSize);
    }
    if ((username == null) != (password == null)) {
      throw new IllegalArgumentException("username and password must be set together");
    }
    if (username != null && protocol != MemcachedProtocol.BINARY) {
      throw new IllegalArgumentException("username and password need the binary protocol");
    }
  }

  /** Everything but the password. */
  @Override
  public String toString() {
    return "MemcachedSettings[protocol=%s, operationTimeout=%s, maxInFlight=%d, maxItemSize=%d%s]"
        .formatted(
            protocol,
            operationTimeout,
            maxInFlight,
            maxItemSize,
            username == null ? "" : ", with authentication");
  }
}
