package io.holdfast.core.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with a secret, which belongs to the user of this process or to root, and which only its
 * owner may use. The group may read a file that belongs to root: so Kubernetes mounts a secret for
 * a container that does not run as root, whose group is the <a
 * href="https://kubernetes.io/docs/tasks/configure-pod-container/security-context/">fsGroup</a> of
 * its pod. No other user may change its folder, where another file could replace it.
 *
 * @see <a href="https://www.postgresql.org/docs/current/ssl-tcp.html">PostgreSQL, Secure TCP/IP
 *     Connections with SSL</a>, which has the same rule for the key of a server
 * @see <a href="https://man.openbsd.org/sshd_config#StrictModes">sshd, StrictModes</a>, which has
 *     the same rule for folders
 */
public final class PrivateFile {

  /** Larger files are not read: a secret is a line or some. */
  private static final long MOST_BYTES = 1 << 20;

  private static final int ROOT = 0;

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  /** In the mode of a directory, where it lets only owners remove or rename files. */
  private static final int STICKY = 0x200;

  /** Belongs to the user of this process, on systems that have it. */
  private static final Path OWN_PROCESS = Path.of("/proc/self");

  private PrivateFile() {}

  /**
   * Its text.
   *
   * @throws IllegalArgumentException if it cannot be read, or others may use it; the message says
   *     why and what would be right, and nothing of what is in it
   */
  public static String read(Path path) {
    try {
      return read(path, ownUser());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The same for a user; null where it is unknown: the owners of files are not checked then. */
  static String read(Path path, @Nullable Integer user) {
    try {
      if (!Files.exists(path)) {
        throw new IllegalArgumentException("there is no such file");
      }
      if (!Files.isRegularFile(path)) {
        throw new IllegalArgumentException("it is not a file");
      }
      checkPermissions(path, user);
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

  /** The password in it: its first line. */
  public static String password(Path path) {
    String line = read(path).lines().findFirst().orElse("").strip();
    if (line.isEmpty()) {
      throw new IllegalArgumentException("its first line, the password, is empty");
    }
    return line;
  }

  /** The same of a file that cannot even be looked at. */
  public static IllegalArgumentException unreadable(IOException e) {
    return new IllegalArgumentException(
        e instanceof NoSuchFileException ? "there is no such file" : "it cannot be read: " + e, e);
  }

  /** On a file system that has access control lists only, their owner has to see to it. */
  private static void checkPermissions(Path path, @Nullable Integer user) throws IOException {
    if (!OwnerOnly.isKnownTo(path)) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
    Set<PosixFilePermission> tooMany = OwnerOnly.ofOthers(permissions);
    if (isUnix(path) && owner(path) == ROOT) {
      tooMany.remove(PosixFilePermission.GROUP_READ);
    }
    if (!tooMany.isEmpty()) {
      throw new IllegalArgumentException(
          "others than its owner may use it (%s); chmod 600"
              .formatted(PosixFilePermissions.toString(permissions)));
    }
    checkOwner(path, "it", user);
    checkFolder(path.toRealPath().getParent(), user);
    checkFolder(path.toAbsolutePath().getParent(), user); // of the link, if it is one
  }

  /** Root also reads what is another's: so it makes and examines the keys of Tomcat's user. */
  private static void checkOwner(Path path, String name, @Nullable Integer user)
      throws IOException {
    if (user == null || user == ROOT) {
      return;
    }
    int owner = owner(path);
    if (owner != ROOT && owner != user) {
      throw new IllegalArgumentException(
          "%s belongs to %s, who could exchange the secret; chown %s to Tomcat's user or to root"
              .formatted(name, Files.getOwner(path).getName(), path));
    }
  }

  private static void checkFolder(@Nullable Path folder, @Nullable Integer user)
      throws IOException {
    if (folder == null) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
    if (!Collections.disjoint(permissions, OTHERS_WRITE) && !isSticky(folder)) {
      throw new IllegalArgumentException(
          "others may exchange it, since they may write into its folder %s (%s); chmod go-w"
              .formatted(folder, PosixFilePermissions.toString(permissions)));
    }
    checkOwner(folder, "its folder", user);
  }

  /**
   * The user of this process; null where it is unknown. To a process with privileges of its own,
   * such as a java that may use port 80, Linux shows root as the owner of its entry.
   */
  private static @Nullable Integer ownUser() throws IOException {
    if (!Files.exists(OWN_PROCESS) || !isUnix(OWN_PROCESS)) {
      return null;
    }
    int own = owner(OWN_PROCESS);
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    return (own == ROOT) == isRoot ? own : null;
  }

  private static boolean isUnix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  private static int owner(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }

  private static boolean isSticky(Path folder) throws IOException {
    return isUnix(folder) && ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
  }
}
