package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrivateFileTest {

  private static final int ROOT = 0;
  private static final int ANOTHER = 10_001;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rwx------"})
  void readWhenItIsItsOwnersOnlyThenItsText(String permissions) throws IOException {
    assertEquals("secret", PrivateFile.read(file(permissions)));
  }

  /** So Kubernetes mounts a secret for a container whose user is not root. */
  @ParameterizedTest
  @ValueSource(strings = {"r--r-----", "rw-r-----"})
  void readWhenRootOwnsItAndTheGroupReadsItThenItsText(String permissions) throws IOException {
    Path file = file(permissions);
    assumeTrue(owner(file) == ROOT, "only root's files");

    assertEquals("secret", PrivateFile.read(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"r--r-----", "rw-r-----"})
  void readWhenAnotherUserOwnsItAndTheGroupReadsItThenRefused(String permissions)
      throws IOException {
    Path file = file(permissions);
    if (owner(file) == ROOT) {
      Files.setAttribute(file, "unix:uid", ANOTHER);
    }

    assertRefused(file, permissions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw---x---", "rw-r-x---", "rw-r--r--", "rw-----w-"})
  void readWhenMoreIsAllowedThenRefusedWhoeverOwnsIt(String permissions) throws IOException {
    assertRefused(file(permissions), permissions);
  }

  @Test
  void readWhenTheGroupReadsItThroughALinkThenTheFileCounts() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), file("rw-r--r--").getFileName());

    assertRefused(link, "rw-r--r--");
  }

  private static int owner(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid");
  }

  private Path file(String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "secret");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static void assertRefused(Path file, String permissions) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> PrivateFile.read(file));
    assertEquals(
        "others than its owner may use it (%s); chmod 600".formatted(permissions),
        error.getMessage());
  }
}
