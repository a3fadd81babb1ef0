package io.holdfast.core.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * With which keys records are sealed.
 *
 * @param keyFile absolute
 * @param migration how far the change from unsealed to sealed is
 */
public record EncryptionSettings(Path keyFile, EncryptionMigration migration) {

  /**
   * Reads {@code encryptionKeyFile} and {@code encryptionMigration}.
   *
   * @return null if there is no key file
   */
  static @Nullable EncryptionSettings parse(AttributeValues values) {
    EncryptionMigration migration = values.get(Setting.ENCRYPTION_MIGRATION);
    Path file = values.find(Setting.ENCRYPTION_KEY_FILE).orElse(null);
    if (file == null && migration != EncryptionMigration.NONE) {
      values.conflict(
          Setting.ENCRYPTION_MIGRATION,
          "it needs encryptionKeyFile as well; or leave it out",
          Setting.ENCRYPTION_KEY_FILE);
    }
    return file == null ? null : new EncryptionSettings(file, migration);
  }
}
