package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.PrivateFile;
import io.holdfast.core.config.Secret;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.SentinelLogin;
import io.holdfast.core.storage.link.TlsContext;
import io.holdfast.core.storage.link.UnusableFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a Tomcat of a configuration speaks to its nodes. */
public final class ClientSettings {

  /** More than the header that memcached adds to an item: 59 bytes in version 1.6. */
  static final int ITEM_OVERHEAD = 1_024;

  private static final int MAX_IN_FLIGHT = 1_000;

  private ClientSettings() {}

  /** The same for every node; refuses files with secrets that it cannot use. */
  public static ConnectionSettings of(SessionConfiguration configuration) {
    return new ConnectionSettings(
        configuration.get(Setting.MEMCACHED_PROTOCOL),
        configuration.get(Setting.OPERATION_TIMEOUT),
        MAX_IN_FLIGHT,
        configuration.get(Setting.MAX_ITEM_SIZE) - ITEM_OVERHEAD,
        configuration.username(),
        password(configuration),
        configuration.find(Setting.PASSWORD_FILE).orElse(null),
        checked(configuration.tls()),
        configuration.get(Setting.WAIT_FOR_REPLICAS),
        sentinelLogin(configuration));
  }

  /** The password for the nodes, in a file the first line; null for none. */
  private static @Nullable String password(SessionConfiguration configuration) {
    Path file = configuration.find(Setting.PASSWORD_FILE).orElse(null);
    if (file == null) {
      Secret given = configuration.password();
      return given == null ? null : given.value();
    }
    return read(Setting.PASSWORD_FILE, file);
  }

  private static String read(Setting<?> setting, Path file) {
    try {
      return PrivateFile.password(file);
    } catch (IllegalArgumentException e) {
      throw refused(setting, file, e);
    }
  }

  /** The login to sentinels, if they have one; its file can be used now, and is read each time. */
  private static @Nullable SentinelLogin sentinelLogin(SessionConfiguration configuration) {
    Path file = configuration.find(Setting.SENTINEL_PASSWORD_FILE).orElse(null);
    if (file == null) {
      return null;
    }
    var unused = read(Setting.SENTINEL_PASSWORD_FILE, file);
    return new SentinelLogin(configuration.get(Setting.SENTINEL_USERNAME), file);
  }

  /** The settings of TLS, whose files can be used now; each connection reads them again. */
  private static @Nullable TlsSettings checked(@Nullable TlsSettings tls) {
    if (tls != null) {
      try {
        var unused = TlsContext.of(tls);
      } catch (UnusableFile e) {
        throw refused(e.setting(), e.file(), e);
      }
    }
    return tls;
  }

  /** A file that cannot be used. */
  static ConfigurationException refused(Setting<?> setting, Path file, Exception why) {
    return (ConfigurationException)
        new ConfigurationException(setting, file.toString(), String.valueOf(why.getMessage()))
            .initCause(why);
  }
}
