package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions in files of another version, under the names that it gave them, are taken back: the
 * golden files never change.
 */
final class GoldenFilesTest {

  private static final Path PLAIN = Path.of("src/test/resources/golden/v1/files");
  private static final Path SEALED = Path.of("src/test/resources/golden/v1/files-sealed");
  private static final SessionSnapshot SESSION =
      Kept.session("0123456789ABCDEF0123456789ABCDEF.t1", 7);

  @TempDir private Path directory;

  @Test
  void findWhenGoldenThenTheSession() throws IOException {
    copy(PLAIN, only(PLAIN));

    assertEquals(SESSION, found(Sealing.NONE));
  }

  @Test
  void findWhenGoldenIsSealedThenTheSession() throws IOException {
    copy(SEALED, only(SEALED));

    assertEquals(SESSION, found(sealing()));
  }

  @Test
  void spillWhenGoldenThenTheSameBytesUnderTheSameName() throws IOException {
    write(directory, Sealing.NONE);

    assertEquals(PLAIN.relativize(only(PLAIN)), directory.relativize(only(directory)));
    assertArrayEquals(Files.readAllBytes(only(PLAIN)), Files.readAllBytes(only(directory)));
  }

  @Test
  void spillWhenGoldenIsSealedThenUnderTheSameName() throws IOException {
    write(directory, sealing());

    assertEquals(SEALED.relativize(only(SEALED)), directory.relativize(only(directory)));
  }

  private SessionSnapshot found(Sealing sealing) {
    try (SessionFiles files = open(directory, sealing)) {
      return Objects.requireNonNull(files.find(SESSION.id()));
    }
  }

  private void copy(Path root, Path file) throws IOException {
    open(directory, Sealing.NONE).close(); // makes the folder
    Files.copy(file, directory.resolve(root.relativize(file)));
  }

  private static Sealing sealing() {
    return Sealing.with(TestKeys.sealer(1), EncryptionMigration.NONE);
  }

  private static SessionFiles open(Path directory, Sealing sealing) {
    return new SessionFiles(
        directory,
        1 << 20,
        "localhost",
        "/shop",
        StorageKeys.parse("context,webappVersion", "localhost", "/shop", null),
        new RecordCodec("test"),
        sealing,
        new SessionMetrics(true));
  }

  private static void write(Path directory, Sealing sealing) {
    try (SessionFiles files = open(directory, sealing)) {
      assertEquals(true, files.spill(SESSION));
    }
  }

  private static Path only(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".session")).toList();
      assertEquals(1, found.size(), found::toString);
      return found.get(0);
    }
  }

  /**
   * Writes the files into an empty directory; run by hand.
   *
   * @param arguments a directory of its own, absolute, and {@code sealed} or nothing
   */
  public static void main(String[] arguments) {
    write(Path.of(arguments[0]), arguments.length > 1 ? sealing() : Sealing.NONE);
  }
}
