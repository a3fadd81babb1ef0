package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.PrivateFile;
import io.holdfast.core.config.Secret;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.link.SentinelLogin;
import io.holdfast.core.storage.link.TlsContext;
import io.holdfast.core.storage.link.UnusableFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a configuration has put into files, so that it stands in no descriptor. */
final class SecretFiles {

  private SecretFiles() {}

  /** The password for the nodes, in a file the first line; null for none. */
  static @Nullable String password(SessionConfiguration configuration) {
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
  static @Nullable SentinelLogin sentinelLogin(SessionConfiguration configuration) {
    Path file = configuration.find(Setting.SENTINEL_PASSWORD_FILE).orElse(null);
    if (file == null) {
      return null;
    }
    var unused = read(Setting.SENTINEL_PASSWORD_FILE, file);
    return new SentinelLogin(configuration.get(Setting.SENTINEL_USERNAME), file);
  }

  /** The settings of TLS, whose files can be used now; each connection reads them again. */
  static @Nullable TlsSettings checked(@Nullable TlsSettings tls) {
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
    ConfigurationException refused =
        new ConfigurationException(setting, file.toString(), String.valueOf(why.getMessage()));
    refused.initCause(why);
    return refused;
  }
}
