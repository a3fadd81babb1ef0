package io.holdfast.core.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the disk fallback: files of sessions that the store cannot take when a Tomcat
 * stops.
 *
 * @param directory absolute
 * @param limit how many bytes the files of one application may take together
 */
public record SpillSettings(Path directory, long limit) {

  private static final long MEGABYTE = 1 << 20;

  /**
   * Reads {@code spillDirectory} and {@code spillLimit}.
   *
   * @return null if there is none
   */
  static @Nullable SpillSettings parse(AttributeValues values) {
    long limit = values.get(Setting.SPILL_LIMIT) * MEGABYTE;
    return values
        .find(Setting.SPILL_DIRECTORY)
        .map(directory -> new SpillSettings(directory, limit))
        .orElse(null);
  }
}
