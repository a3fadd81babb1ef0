package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.TlsSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ConnectionSettingsTest {

  @Test
  void createWhenOutOfRangeThenRefused() {
    assertRefused(MemcachedProtocol.TEXT, Duration.ZERO, 1, 1, null, null);
    assertRefused(MemcachedProtocol.TEXT, Duration.ofMillis(-1), 1, 1, null, null);
    assertRefused(MemcachedProtocol.TEXT, Duration.ofNanos(1), 1, 1, null, null);
    assertRefused(MemcachedProtocol.TEXT, Duration.ofDays(30), 1, 1, null, null);
    assertRefused(MemcachedProtocol.TEXT, Duration.ofMillis(1), 0, 1, null, null);
    assertRefused(MemcachedProtocol.TEXT, Duration.ofMillis(1), 1, 0, null, null);
    assertRefused(MemcachedProtocol.BINARY, Duration.ofMillis(1), 1, 1, "user", null);
    assertRefused(MemcachedProtocol.BINARY, Duration.ofMillis(1), 1, 1, null, "secret");
    assertRefused(MemcachedProtocol.TEXT, Duration.ofMillis(1), 1, 1, "user", null);
  }

  @Test
  void createWhenTlsAndTheBinaryProtocolThenRefused() {
    TlsSettings tls = new TlsSettings(null, null, null, null, null, true);

    assertThrows(
        IllegalArgumentException.class,
        () ->
            new ConnectionSettings(
                MemcachedProtocol.BINARY, Duration.ofSeconds(1), 1, 1, null, null, tls));
  }

  @Test
  void toStringWhenPasswordIsSetThenNotInIt() {
    String text =
        new ConnectionSettings(
                MemcachedProtocol.BINARY, Duration.ofSeconds(1), 1, 1, "user", "secret", null)
            .toString();

    assertFalse(text.contains("secret"), text);
    assertTrue(text.contains("with authentication"), text);
  }

  private static void assertRefused(
      MemcachedProtocol protocol,
      Duration timeout,
      int maxInFlight,
      int maxItemSize,
      @Nullable String username,
      @Nullable String password) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new ConnectionSettings(
                protocol, timeout, maxInFlight, maxItemSize, username, password, null));
  }
}
