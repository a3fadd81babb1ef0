package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.TlsSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ConnectionSettingsTest {

  @Test
  void createWhenOutOfRangeThenRefused() {
    assertRefused(Protocol.TEXT, Duration.ZERO, 1, 1, null, null);
    assertRefused(Protocol.TEXT, Duration.ofMillis(-1), 1, 1, null, null);
    assertRefused(Protocol.TEXT, Duration.ofNanos(1), 1, 1, null, null);
    assertRefused(Protocol.TEXT, Duration.ofDays(30), 1, 1, null, null);
    assertRefused(Protocol.TEXT, Duration.ofMillis(1), 0, 1, null, null);
    assertRefused(Protocol.TEXT, Duration.ofMillis(1), 1, 0, null, null);
    assertRefused(Protocol.BINARY, Duration.ofMillis(1), 1, 1, "user", null);
    assertRefused(Protocol.BINARY, Duration.ofMillis(1), 1, 1, null, "secret");
    assertRefused(Protocol.TEXT, Duration.ofMillis(1), 1, 1, "user", null);
  }

  @Test
  void createWhenTlsAndTheBinaryProtocolThenRefused() {
    TlsSettings tls = new TlsSettings(null, null, null, null, null, true);

    assertThrows(
        IllegalArgumentException.class,
        () ->
            TestConnections.settings(
                Protocol.BINARY, Duration.ofSeconds(1), 1, 1, null, null, tls));
  }

  @Test
  void toStringWhenPasswordIsSetThenNotInIt() {
    String text =
        TestConnections.settings(
                Protocol.BINARY, Duration.ofSeconds(1), 1, 1, "user", "secret", null)
            .toString();

    assertFalse(text.contains("secret"), text);
    assertTrue(text.contains("with authentication"), text);
  }

  private static void assertRefused(
      Protocol protocol,
      Duration timeout,
      int maxInFlight,
      int maxItemSize,
      @Nullable String username,
      @Nullable String password) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            TestConnections.settings(
                protocol, timeout, maxInFlight, maxItemSize, username, password, null));
  }
}
