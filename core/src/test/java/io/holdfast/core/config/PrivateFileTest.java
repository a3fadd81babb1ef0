package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrivateFileTest {

  private static final int ROOT = 0;
  private static final int ANOTHER = 10_001;
  private static final int TOMCAT = 10_002;

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

  /** Who owns it could put another key into it, and take back that others may not read it. */
  @Test
  void readWhenAnotherUserOwnsItThenRefused() throws IOException {
    Path file = file("rw-------");
    assumeTrue(owner(file) == ROOT, "only root gives files away");
    Files.setAttribute(file, "unix:uid", ANOTHER);

    assertEquals(
        "it belongs to %d, who could exchange the secret; chown %s to Tomcat's user or to root"
            .formatted(ANOTHER, file),
        refusal(file, TOMCAT));
  }

  @Test
  void readWhenAnotherUserOwnsItsFolderThenRefused() throws IOException {
    Path file = file("rw-------");
    assumeTrue(owner(file) == ROOT, "only root gives folders away");
    Files.setAttribute(folder, "unix:uid", ANOTHER);

    assertEquals(
        "its folder belongs to %d, who could exchange the secret; chown %s to Tomcat's user or to root"
            .formatted(ANOTHER, folder.toRealPath()),
        refusal(file, TOMCAT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwxr-x-w-", "rwxrwxrwx"})
  void readWhenOthersMayWriteIntoItsFolderThenRefused(String permissions) throws IOException {
    Path file = file("rw-------");
    allow(folder, permissions);

    assertEquals(
        "others may exchange it, since they may write into its folder %s (%s); chmod go-w"
            .formatted(folder.toRealPath(), permissions),
        refusal(file));
  }

  /** As /tmp, and the folders in which Kubernetes mounts secrets for a group. */
  @Test
  void readWhenOnlyOwnersRemoveFilesOfItsFolderThenItsText() throws IOException {
    Path file = file("rw-------");
    Files.setAttribute(folder, "unix:mode", 0x3ff);

    assertEquals("secret", PrivateFile.read(file));
  }

  @Test
  void readWhenOthersMayExchangeTheLinkThenRefused() throws IOException {
    Path file = file("rw-------");
    Path open = Files.createDirectory(folder.resolve("open"));
    Path link = Files.createSymbolicLink(open.resolve("link"), file);
    allow(open, "rwxrwxrwx");

    assertEquals(
        "others may exchange it, since they may write into its folder %s (%s); chmod go-w"
            .formatted(open, "rwxrwxrwx"),
        refusal(link));
  }

  private static void allow(Path folder, String permissions) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }

  /** It makes keys for Tomcat's user, and the doctor examines what that user has. */
  @Test
  void readWhenRootReadsWhatAnotherUserOwnsThenItsText() throws IOException {
    Path file = file("rw-------");
    assumeTrue(owner(file) == ROOT, "only root gives files away");
    Files.setAttribute(file, "unix:uid", TOMCAT);

    assertEquals("secret", PrivateFile.read(file));
    assertEquals("secret", PrivateFile.read(file, ROOT));
  }

  private static @Nullable String refusal(Path file) {
    return assertThrows(IllegalArgumentException.class, () -> PrivateFile.read(file)).getMessage();
  }

  private static @Nullable String refusal(Path file, int user) {
    return assertThrows(IllegalArgumentException.class, () -> PrivateFile.read(file, user))
        .getMessage();
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
