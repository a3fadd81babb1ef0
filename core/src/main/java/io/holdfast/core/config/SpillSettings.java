package io.holdfast.core.config;

import java.nio.file.InvalidPathException;
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
   * @param directory as configured; empty for none
   * @param megabytes how much the files may take together
   * @return null if there is none
   * @throws ConfigurationException if it is not an absolute path
   */
  static @Nullable SpillSettings parse(String directory, long megabytes) {
    if (directory.isEmpty()) {
      return null;
    }
    try {
      Path path = Path.of(directory);
      if (path.isAbsolute()) {
        return new SpillSettings(path.normalize(), megabytes * MEGABYTE);
      }
    } catch (InvalidPathException e) {
      throw new ConfigurationException(
          Setting.SPILL_DIRECTORY, directory, "not a path: " + e.getReason());
    }
    throw new ConfigurationException(
        Setting.SPILL_DIRECTORY,
        directory,
        "an absolute path is needed, for example ${catalina.base}/spill");
  }
}
