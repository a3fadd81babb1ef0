package io.holdfast.core.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * A file with a secret, which only its owner may use. The group may read a file that belongs to
 * root: so Kubernetes mounts a secret for a container that does not run as root, whose group is the
 * <a href="https://kubernetes.io/docs/tasks/configure-pod-container/security-context/">fsGroup</a>
 * of its pod.
 *
 * @see <a href="https://www.postgresql.org/docs/current/ssl-tcp.html">PostgreSQL, Secure TCP/IP
 *     Connections with SSL</a>, which has the same rule for the key of a server
 */
public final class PrivateFile {

  /** Larger files are not read: a secret is a line or some. */
  private static final long MOST_BYTES = 1 << 20;

  private static final int ROOT = 0;

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private PrivateFile() {}

  /**
   * Its text.
   *
   * @throws IllegalArgumentException if it cannot be read, or others may use it; the message says
   *     why and what would be right, and nothing of what is in it
   */
  public static String read(Path path) {
    try {
      if (!Files.exists(path)) {
        throw new IllegalArgumentException("there is no such file");
      }
      if (!Files.isRegularFile(path)) {
        throw new IllegalArgumentException("it is not a file");
      }
      checkPermissions(path);
      if (Files.size(path) > MOST_BYTES) {
        throw new IllegalArgumentException(
            "it has %d bytes, at most %d are read".formatted(Files.size(path), MOST_BYTES));
      }
      return Files.readString(path);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("it is not a text in UTF-8", e);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The same of a file that cannot even be looked at. */
  public static IllegalArgumentException unreadable(IOException e) {
    return new IllegalArgumentException(
        e instanceof NoSuchFileException ? "there is no such file" : "it cannot be read: " + e, e);
  }

  /** On a file system that has access control lists only, their owner has to see to it. */
  private static void checkPermissions(Path path) throws IOException {
    if (!OwnerOnly.isKnownTo(path)) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
    Set<PosixFilePermission> tooMany = new HashSet<>(permissions);
    tooMany.removeAll(OWNERS);
    if (isOfRoot(path)) {
      tooMany.remove(PosixFilePermission.GROUP_READ);
    }
    if (!tooMany.isEmpty()) {
      throw new IllegalArgumentException(
          "others than its owner may use it (%s); chmod 600"
              .formatted(PosixFilePermissions.toString(permissions)));
    }
  }

  private static boolean isOfRoot(Path path) throws IOException {
    return path.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.getAttribute(path, "unix:uid").equals(ROOT);
  }
}
