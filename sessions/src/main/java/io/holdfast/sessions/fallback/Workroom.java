package io.holdfast.sessions.fallback;

import io.holdfast.core.config.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A directory that one running application has to itself: files that it is writing, and files that
 * it has claimed. A lock on a file beside it tells that the application runs; the lock ends with
 * the process, however that ends, and another application that gets the lock clears the room up.
 *
 * <p>The name begins with the process: a process loses a lock that it holds when it opens and
 * closes the file of the lock.
 */
final class Workroom implements AutoCloseable {

  private static final String LOCK = ".lock";
  private static final String UUIDS = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final Pattern LOCK_FILE = Pattern.compile(UUIDS + "-" + UUIDS + "\\.lock");
  private static final String PART = ".part";
  private static final int ATTEMPTS = 10;

  private final Path directory;
  private final Path lockFile;
  private final FileChannel lock;

  private Workroom(Path directory, Path lockFile, FileChannel lock) {
    this.directory = directory;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /** Opens a new room; under another name if one that is clearing up is faster to lock it. */
  static Workroom open(Path folder, UUID process) throws IOException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      String name = process + "-" + UUID.randomUUID();
      Path lockFile = folder.resolve(name + LOCK);
      FileChannel lock = lock(lockFile, true);
      if (lock != null) {
        Path directory = Files.createDirectory(folder.resolve(name), OwnerOnly.directory(folder));
        return new Workroom(directory, lockFile, lock);
      }
    }
    throw new IOException("no file can be locked in it");
  }

  Path part() {
    return directory.resolve(UUID.randomUUID() + PART);
  }

  Path resolve(String fileName) {
    return directory.resolve(fileName);
  }

  /**
   * Clears up the rooms whose applications are gone: the files they had claimed are free again.
   * Leaves locks and directories that have other names than rooms.
   */
  static void clearUpAfterTheDead(Path folder, UUID process) throws IOException {
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(folder, "*" + LOCK)) {
      for (Path lockFile : locks) {
        String name = lockFile.getFileName().toString();
        if (LOCK_FILE.matcher(name).matches() && !name.startsWith(process.toString())) {
          clearUpIfDead(lockFile);
        }
      }
    }
  }

  private static void clearUpIfDead(Path lockFile) throws IOException {
    FileChannel lock = lock(lockFile, false);
    if (lock != null) {
      try (lock) {
        String name = lockFile.getFileName().toString();
        Path room = lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
        if (Files.isDirectory(room)) {
          empty(room);
          Files.delete(room);
        }
        Files.deleteIfExists(lockFile);
      }
    }
  }

  private static void empty(Path room) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(room)) {
      for (Path file : files) {
        if (file.toString().endsWith(SpillNames.SUFFIX)) {
          giveBack(file, room.resolveSibling(file.getFileName()));
        } else {
          Files.delete(file);
        }
      }
    }
  }

  /** Moves a file back; one that was written outside meanwhile is later and stays. */
  static void giveBack(Path claimed, Path outside) throws IOException {
    if (Files.exists(outside)) {
      Files.deleteIfExists(claimed);
    } else {
      Files.move(claimed, outside, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static @Nullable FileChannel lock(Path lockFile, boolean create) throws IOException {
    FileChannel channel;
    try {
      channel =
          create
              ? FileChannel.open(
                  lockFile,
                  Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                  OwnerOnly.file(lockFile))
              : FileChannel.open(lockFile, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      return null; // another application has cleared up
    }
    FileLock held = null;
    try {
      held = channel.tryLock();
    } finally {
      if (held == null) {
        channel.close();
      }
    }
    return held != null && Files.exists(lockFile) ? channel : null;
  }

  /** Removes the room; its claimed files are free again. A second call does nothing. */
  @Override
  public void close() throws IOException {
    try (lock) {
      if (Files.isDirectory(directory)) {
        empty(directory);
        Files.delete(directory);
      }
      Files.deleteIfExists(lockFile);
    }
  }
}
