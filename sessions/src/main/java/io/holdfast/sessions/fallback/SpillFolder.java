package io.holdfast.sessions.fallback;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.StorageKeys;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of one application, for each Tomcat that shares the directory. A file appears and
 * disappears as a whole: it is moved into its place, and moved away before it is compared and
 * deleted.
 *
 * <p>All names are hashes: nothing that a client sends becomes part of a path.
 */
final class SpillFolder {

  /** Larger files are neither written nor read. */
  static final int LARGEST_FILE = 128 * 1024 * 1024;

  private static final Duration ASIDE_KEPT = Duration.ofDays(7);
  private static final String SUFFIX = ".session";
  private static final String UNREADABLE = ".unreadable";
  private static final String PART = ".part";
  private static final Pattern FILE = Pattern.compile("[0-9a-f]{64}\\.session");
  private static final Pattern ASIDE = Pattern.compile("[0-9a-f]{64}\\.unreadable");
  private static final Pattern HALF = Pattern.compile("[0-9a-f-]{36}\\.part");

  /** How many files there are, and their sizes together. */
  record Usage(int files, long bytes) {

    /** The usage once a file has taken the place of one of that size; 0 for none. */
    Usage with(long size, long former) {
      return new Usage(former > 0 ? files : files + 1, bytes + size - former);
    }
  }

  private final Path folder;

  private SpillFolder(Path folder) {
    this.folder = folder;
  }

  /** Opens the folder of the application with this host, path and prefix of keys. */
  static SpillFolder open(Path directory, String host, String contextPath, String keyPrefix) {
    String name = StorageKeys.sha256(String.join("\n", host, contextPath, keyPrefix));
    return new SpillFolder(
        PrivateDirectory.open(PrivateDirectory.open(directory).resolve(name.substring(0, 32))));
  }

  /** The name of the file for a session with this key. */
  static String nameOf(String key) {
    return StorageKeys.sha256(key) + SUFFIX;
  }

  /** Writes a file; replaces one with the same name. */
  void write(String name, byte[] content) throws IOException {
    Path part = part();
    try {
      RecordFile.create(part, content);
      Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private Path part() {
    return folder.resolve(UUID.randomUUID() + PART);
  }

  /** Reads a file; null if there is none any more. */
  byte @Nullable [] read(String name) throws IOException {
    try {
      return RecordFile.readWhole(folder.resolve(name), LARGEST_FILE);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  boolean has(String name) {
    return Files.exists(folder.resolve(name));
  }

  void delete(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name));
  }

  /** Deletes a file unless its content has changed. */
  void deleteIfStill(String name, Bytes content) throws IOException {
    Path file = folder.resolve(name);
    Path part = part();
    if (!isMoved(file, part)) {
      return;
    }
    boolean isStill = false;
    try {
      isStill = Bytes.wrap(RecordFile.readWhole(part, LARGEST_FILE)).equals(content);
    } finally {
      if (isStill || Files.exists(file)) { // one that was written meanwhile is later
        Files.deleteIfExists(part);
      } else {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /** Puts a file aside, so that no Tomcat reads it again. */
  void putAside(String name) throws IOException {
    String aside = name.substring(0, name.length() - SUFFIX.length()) + UNREADABLE;
    var unused = isMoved(folder.resolve(name), folder.resolve(aside));
  }

  private static boolean isMoved(Path file, Path to) throws IOException {
    try {
      Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (NoSuchFileException e) {
      return false; // another Tomcat was faster
    }
  }

  /** Deletes what was put aside or left half written long ago, and the others named, as late. */
  void forgetOldOnes(Instant now, Set<String> others) throws IOException {
    for (Path file : list()) {
      String name = file.getFileName().toString();
      boolean isOfNoUse =
          ASIDE.matcher(name).matches() || HALF.matcher(name).matches() || others.contains(name);
      if (isOfNoUse && isOld(file, now)) {
        Files.deleteIfExists(file);
        others.remove(name);
      }
    }
  }

  private static boolean isOld(Path file, Instant now) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(ASIDE_KEPT));
    } catch (NoSuchFileException e) {
      return false; // it was half written, and has its name now
    }
  }

  /** The names of the files. */
  List<String> names() throws IOException {
    return list().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> FILE.matcher(name).matches())
        .toList();
  }

  /** The usage by the files in this folder, those that were put aside included. */
  Usage usage() throws IOException {
    Usage usage = new Usage(0, 0);
    for (Path file : list()) {
      String name = file.getFileName().toString();
      if (FILE.matcher(name).matches() || ASIDE.matcher(name).matches()) {
        usage = usage.with(sizeOf(name), 0);
      }
    }
    return usage;
  }

  /** The size of a file; 0 if there is none. */
  long sizeOf(String name) throws IOException {
    try {
      return Files.size(folder.resolve(name));
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private List<Path> list() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(files::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return files;
  }
}
