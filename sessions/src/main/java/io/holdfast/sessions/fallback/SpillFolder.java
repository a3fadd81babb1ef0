package io.holdfast.sessions.fallback;

import io.holdfast.core.session.Bytes;
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
import org.jspecify.annotations.Nullable;

/**
 * The files of one application. A file in this folder is free for each Tomcat that shares the
 * directory. A Tomcat claims it by moving it into its own {@link Workroom}, which only one of
 * several can do, and moves a complete file from there into this folder.
 */
final class SpillFolder implements AutoCloseable {

  /** Larger files are neither written nor read. */
  static final int LARGEST_FILE = 128 * 1024 * 1024;

  private static final Duration ASIDE_KEPT = Duration.ofDays(7);

  /** How many files there are, and their sizes together. */
  record Usage(int files, long bytes) {

    Usage with(long size) {
      return new Usage(files + 1, bytes + size);
    }
  }

  private final Path folder;
  private final Workroom room;

  private SpillFolder(Path folder, Workroom room) {
    this.folder = folder;
    this.room = room;
  }

  /** Opens the folder, after clearing up the rooms of applications that are gone. */
  static SpillFolder open(Path directory, String name, UUID process) {
    Path folder = PrivateDirectory.open(PrivateDirectory.open(directory).resolve(name));
    try {
      Workroom.clearUpAfterTheDead(folder, process);
      return new SpillFolder(folder, Workroom.open(folder, process));
    } catch (IOException e) {
      throw PrivateDirectory.refused(directory, "it cannot be used: " + e);
    }
  }

  /** Writes a file; replaces one with the same name. */
  void write(String name, byte[] content) throws IOException {
    Path part = room.part();
    try {
      RecordFile.create(part, content);
      Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Claims a file; false if there is none, or another Tomcat was faster. */
  boolean claim(String name) throws IOException {
    try {
      Files.move(folder.resolve(name), room.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  byte[] readClaimed(String name) throws IOException {
    return RecordFile.readWhole(room.resolve(name), LARGEST_FILE);
  }

  /** Reads a file without claiming it; null if there is none any more. */
  byte @Nullable [] read(String name) throws IOException {
    try {
      return RecordFile.readWhole(folder.resolve(name), LARGEST_FILE);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  void deleteClaimed(String name) throws IOException {
    Files.deleteIfExists(room.resolve(name));
  }

  /** Deletes a file, whether claimed or not. */
  void delete(String name) throws IOException {
    deleteClaimed(name);
    Files.deleteIfExists(folder.resolve(name));
  }

  /** Deletes a file unless its content has changed. */
  void deleteIfStill(String name, Bytes content) throws IOException {
    if (!claim(name)) {
      return;
    }
    boolean isStill = false;
    try {
      isStill = Bytes.wrap(readClaimed(name)).equals(content);
    } finally {
      if (isStill) {
        deleteClaimed(name);
      } else {
        giveBack(name);
      }
    }
  }

  /** Puts a file aside, claimed or not, so that no Tomcat reads it again. */
  void putAside(String name) throws IOException {
    String aside = name.substring(0, name.length() - SpillNames.SUFFIX.length());
    Path target = folder.resolve(aside + SpillNames.UNREADABLE);
    Path claimed = room.resolve(name);
    Path source = Files.exists(claimed) ? claimed : folder.resolve(name);
    try {
      Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return; // another Tomcat has it
    }
  }

  /** Gives a claimed file back, unless another one was written in its place meanwhile. */
  void giveBack(String name) throws IOException {
    Workroom.giveBack(room.resolve(name), folder.resolve(name));
  }

  /** Deletes what was put aside long ago, and the others named, as late. */
  void forgetOldOnes(Instant now, Set<String> others) throws IOException {
    for (Path file : list("")) {
      String name = file.getFileName().toString();
      boolean isOfNoUse = SpillNames.isAside(name) || others.contains(name);
      if (isOfNoUse
          && Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(ASIDE_KEPT))) {
        Files.deleteIfExists(file);
        others.remove(name);
      }
    }
  }

  /** The names of the files that no Tomcat has claimed. */
  List<String> names() throws IOException {
    return list(SpillNames.SUFFIX).stream()
        .map(file -> file.getFileName().toString())
        .filter(SpillNames::isFile)
        .toList();
  }

  /** The usage by the files in this folder, those that were put aside included. */
  Usage usage() throws IOException {
    Usage usage = new Usage(0, 0);
    for (Path file : list("")) {
      String name = file.getFileName().toString();
      if (SpillNames.isFile(name) || SpillNames.isAside(name)) {
        usage = usage.with(sizeOf(file));
      }
    }
    return usage;
  }

  private static long sizeOf(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0; // claimed meanwhile
    }
  }

  private List<Path> list(String suffix) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + suffix)) {
      all.forEach(files::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return files;
  }

  /** Gives claimed files back. */
  @Override
  public void close() throws IOException {
    room.close();
  }
}
