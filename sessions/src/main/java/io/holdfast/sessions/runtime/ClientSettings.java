package io.holdfast.sessions.runtime;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.MemcachedProtocol;

/** How a Tomcat of a configuration speaks to its nodes. */
public final class ClientSettings {

  /** More than the header that memcached adds to an item: 59 bytes in version 1.6. */
  static final int ITEM_OVERHEAD = 1_024;

  private static final int MAX_IN_FLIGHT = 1_000;

  private ClientSettings() {}

  /** The same for every node; refuses files with secrets that it cannot use. */
  public static ConnectionSettings of(SessionConfiguration configuration) {
    return new ConnectionSettings(
        configuration.get(Setting.MEMCACHED_PROTOCOL) == Protocol.BINARY
            ? MemcachedProtocol.BINARY
            : MemcachedProtocol.TEXT,
        configuration.get(Setting.OPERATION_TIMEOUT),
        MAX_IN_FLIGHT,
        configuration.get(Setting.MAX_ITEM_SIZE) - ITEM_OVERHEAD,
        configuration.username(),
        SecretFiles.password(configuration),
        configuration.find(Setting.PASSWORD_FILE).orElse(null),
        SecretFiles.checked(configuration.tls()),
        configuration.get(Setting.WAIT_FOR_REPLICAS),
        SecretFiles.sentinelLogin(configuration));
  }
}
