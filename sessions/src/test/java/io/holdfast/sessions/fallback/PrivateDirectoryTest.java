package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.core.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrivateDirectoryTest {

  @TempDir private Path above;

  @Test
  void openWhenItIsMissingThenItIsCreatedForItsOwnerOnly() throws IOException {
    Path directory = PrivateDirectory.open(above.resolve("spill"));

    assertEquals("rwx------", permissionsOf(directory));
  }

  @Test
  void openWhenItIsThereAndSafeThenItStaysAsItIs() throws IOException {
    Path directory = PrivateDirectory.open(above.resolve("spill"));
    Files.writeString(directory.resolve("file"), "content");

    PrivateDirectory.open(directory);

    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(1, files.count());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwx-w----", "rwx-----x", "rwxr-xr-x"})
  void openWhenOthersHaveAccessThenSaysHowToChangeThat(String permissions) throws IOException {
    Path directory = Files.createDirectory(above.resolve("spill"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));

    assertTrue(refusal(directory).contains("chmod 700 " + directory));
  }

  @Test
  void openWhenItIsASymbolicLinkThenRefused() throws IOException {
    Path target = PrivateDirectory.open(above.resolve("target"));
    Path link = Files.createSymbolicLink(above.resolve("link"), target);

    assertTrue(refusal(link).contains("symbolic link"));
  }

  @Test
  void openWhenItIsAFileThenRefused() throws IOException {
    Path file = Files.writeString(above.resolve("file"), "content");

    assertTrue(refusal(file).contains("not a directory"));
  }

  @Test
  void openWhenTheDirectoryAboveIsMissingThenRefused() {
    assertTrue(refusal(above.resolve("missing").resolve("spill")).contains("above"));
  }

  @Test
  void openWhenNothingCanBeWrittenThenRefused() throws IOException {
    Path directory = Files.createDirectory(above.resolve("spill"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-x------"));
    assumeFalse(Files.isWritable(directory), "the superuser can write anywhere");

    assertTrue(refusal(directory).contains("nothing can be written"));
  }

  private static String refusal(Path directory) {
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> PrivateDirectory.open(directory));
    assertEquals("spillDirectory", refused.attribute());
    return String.valueOf(refused.getMessage());
  }

  private static String permissionsOf(Path directory) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
  }
}
