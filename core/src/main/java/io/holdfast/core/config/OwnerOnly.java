package io.holdfast.core.config;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * The permissions of new files and directories: for their owner only. Sets none on a file system
 * that only has access control lists, which a new file inherits from its directory.
 */
public final class OwnerOnly {

  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /** Of a directory that is created there. */
  public static FileAttribute<?>[] directory(Path place) {
    return attributes(place, DIRECTORY);
  }

  /** Of a file that is created there. */
  public static FileAttribute<?>[] file(Path place) {
    return attributes(place, FILE);
  }

  /** Returns those of some permissions that others than the owner have. */
  public static Set<PosixFilePermission> ofOthers(Set<PosixFilePermission> permissions) {
    Set<PosixFilePermission> others = new HashSet<>(permissions);
    others.removeAll(DIRECTORY);
    return others;
  }

  /** Returns whether the file system of a place has such permissions. */
  public static boolean isKnownTo(Path place) {
    return place.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] attributes(Path place, Set<PosixFilePermission> permissions) {
    return isKnownTo(place)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }
}
