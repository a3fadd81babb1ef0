package io.holdfast.sessions.fallback;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.OwnerOnly;
import io.holdfast.core.config.Setting;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * Makes sure that a directory is private to the user of this process: no other user can read or
 * create files in it.
 */
final class PrivateDirectory {

  private PrivateDirectory() {}

  /** Creates the directory, or checks it where it is, and refuses one that cannot be used. */
  static Path open(Path directory) {
    try {
      create(directory);
      check(directory);
      return directory;
    } catch (IOException e) {
      throw refused(directory, "it cannot be used: " + e);
    }
  }

  private static void create(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw refused(directory, "the directory above it does not exist; create it");
    }
    try {
      Files.createDirectory(directory, OwnerOnly.directory(directory));
    } catch (FileAlreadyExistsException e) {
      if (Files.isSymbolicLink(directory)) {
        throw refused(directory, "it is a symbolic link; name the directory itself");
      }
      if (!Files.isDirectory(directory)) {
        throw refused(directory, "it is not a directory");
      }
    }
  }

  private static void check(Path directory) throws IOException {
    Path probe;
    try {
      probe = Files.createTempFile(directory, "probe", null, OwnerOnly.file(directory));
    } catch (IOException e) {
      throw refused(directory, "nothing can be written into it: " + e);
    }
    try {
      if (OwnerOnly.isKnownTo(directory)) {
        checkOwner(directory, probe);
      }
    } finally {
      Files.delete(probe);
    }
  }

  private static void checkOwner(Path directory, Path ours) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.owner().equals(Files.getOwner(ours))) {
      throw refused(directory, "it belongs to another user, " + attributes.owner().getName());
    }
    if (!OwnerOnly.ofOthers(attributes.permissions()).isEmpty()) {
      throw refused(
          directory, "other users than its owner have access to it; use chmod 700 " + directory);
    }
  }

  static ConfigurationException refused(Path directory, String remedy) {
    return new ConfigurationException(Setting.SPILL_DIRECTORY, directory.toString(), remedy);
  }
}
