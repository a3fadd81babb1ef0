package io.holdfast.sessions.fallback;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells an operator what cannot be done with the files of sessions: each kind once a minute, since
 * what fails for one file fails for thousands.
 */
final class FileTroubles {

  /** An operator has one name for all that is said of these files. */
  private static final System.Logger LOG = Loggers.of(SessionFiles.class);

  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final Path directory;
  private final Map<Trouble, OccasionalLine> lines = new EnumMap<>(Trouble.class);

  /** What cannot be done. */
  enum Trouble {
    WRITE("A session cannot be written to a file"),
    NO_ROOM(
        "A session is not written to a file: spillLimit is reached, or 100,000 files are there,"),
    CLAIM("A session in a file cannot be read now, and its file stays"),
    ASIDE("A file cannot be put aside"),
    DELETE("Files cannot be deleted"),
    LIST("The directory cannot be read"),
    CLOSE("Files cannot be given back");

    private final String words;

    Trouble(String words) {
      this.words = words;
    }
  }

  /**
   * Has told nothing yet.
   *
   * @param directory as configured, which a line names
   */
  FileTroubles(Path directory) {
    this.directory = directory;
    for (Trouble each : Trouble.values()) {
      lines.put(each, new OccasionalLine(BETWEEN_LINES, InstantSource.system()));
    }
  }

  /** Something could not be done. */
  void tell(Trouble trouble, @Nullable IOException cause) {
    long others = Objects.requireNonNull(lines.get(trouble)).due();
    if (others >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s below %s; %d more since the last message".formatted(trouble.words, directory, others),
          cause);
    }
  }
}
