package io.holdfast.core.storage.link;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.TlsSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Connections as most tests need them. */
public final class TestConnections {

  /**
   * Text protocol, one second, 1,000 operations, no password; items up to 1 KiB below a mebibyte:
   * with its default limit memcached 1.6 takes 1,048,517 bytes of key and value.
   */
  public static final ConnectionSettings DEFAULTS =
      settings(Protocol.TEXT, Duration.ofSeconds(1), 1_000, 1_047_552, null, null, null);

  private TestConnections() {}

  /** With a password that stays the same, and without waiting for replicas. */
  public static ConnectionSettings settings(
      Protocol protocol,
      Duration operationTimeout,
      int maxInFlight,
      int maxItemSize,
      @Nullable String username,
      @Nullable String password,
      @Nullable TlsSettings tls) {
    return new ConnectionSettings(
        protocol,
        operationTimeout,
        maxInFlight,
        maxItemSize,
        username,
        password,
        null,
        tls,
        0,
        null);
  }
}
