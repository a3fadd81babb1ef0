package io.holdfast.sessions.fallback;

import io.holdfast.core.config.OwnerOnly;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * Reads and writes one file. Opens and closes it for each use, so threads share nothing and many
 * files need no open handles. Does not follow symbolic links.
 */
public final class RecordFile {

  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

  private RecordFile() {}

  /** What lies there is no file that can be read, now or later. */
  static final class NoRecordException extends IOException {

    private static final long serialVersionUID = 1L;

    NoRecordException(String message) {
      super(message);
    }
  }

  /** An access to a file that can be repeated from the start. */
  private interface FileWork<T> {

    T perform() throws IOException;
  }

  /**
   * Works to the end, on an interrupted thread too, which stays interrupted: the interrupt closes
   * the channel of such a thread, which does not mean that its file is broken.
   */
  private static <T> T uninterrupted(FileWork<T> work) throws IOException {
    boolean wasInterrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.perform();
        } catch (ClosedByInterruptException e) {
          wasInterrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Reads a part of a file.
   *
   * @throws EOFException if the file ends before
   */
  public static byte[] read(Path file, long position, int length) throws IOException {
    return uninterrupted(
        () -> {
          try (FileChannel channel = FileChannel.open(file, READ)) {
            return read(channel, position, length);
          }
        });
  }

  /** Reads a file; throws {@link NoRecordException} if that can never be read. */
  static byte[] readWhole(Path file, int longest) throws IOException {
    try {
      return uninterrupted(() -> readNow(file, longest));
    } catch (EOFException e) {
      throw new NoRecordException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      if (isSomethingElse(file)) {
        throw new NoRecordException("it is no regular file: " + e);
      }
      throw e;
    }
  }

  private static boolean isSomethingElse(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static byte[] readNow(Path file, int longest) throws IOException {
    try (FileChannel channel = FileChannel.open(file, READ)) {
      long size = channel.size();
      if (size > longest) {
        throw new NoRecordException(
            "the file has %d bytes, at most %d are read".formatted(size, longest));
      }
      return read(channel, 0, (int) size);
    }
  }

  private static byte[] read(FileChannel channel, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw new EOFException("the file ended after %d bytes".formatted(buffer.position()));
      }
    }
    return bytes;
  }

  /** Writes a file that must not exist yet; only its owner may read it. */
  static void create(Path file, byte[] content) throws IOException {
    FileAttribute<?>[] ownerOnly = OwnerOnly.file(file);
    uninterrupted(
        () -> {
          try (FileChannel channel = FileChannel.open(file, CREATE, ownerOnly)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
              var unused = channel.write(buffer);
            }
            return file;
          } catch (ClosedByInterruptException e) { // it is created again
            Files.deleteIfExists(file);
            throw e;
          }
        });
  }
}
