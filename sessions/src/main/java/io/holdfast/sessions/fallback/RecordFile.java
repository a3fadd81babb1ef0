package io.holdfast.sessions.fallback;

import io.holdfast.core.config.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads and writes one file. Opens and closes it for each use, so threads share nothing and many
 * files need no open handles. Does not follow symbolic links.
 *
 * <p>Works to the end on an interrupted thread, too, which stays interrupted: an interrupt closes
 * the channel of a file, but not a stream, and does not mean that the file is broken.
 */
final class RecordFile {

  private RecordFile() {}

  /** What lies there is no file that can be read, now or later. */
  static final class NoRecordException extends IOException {

    private static final long serialVersionUID = 1L;

    NoRecordException(String message) {
      super(message);
    }
  }

  /** Reads a file; throws {@link NoRecordException} if that can never be read. */
  static byte[] readWhole(Path file, int longest) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      long size = Files.size(file);
      if (size > longest) {
        throw new NoRecordException(
            "the file has %d bytes, at most %d are read".formatted(size, longest));
      }
      byte[] bytes = in.readNBytes((int) size);
      if (bytes.length < size) {
        throw new NoRecordException("the file ended after %d bytes".formatted(bytes.length));
      }
      return bytes;
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

  /** Writes a file that must not exist yet; only its owner may read it. */
  static void create(Path file, byte[] content) throws IOException {
    Files.createFile(file, OwnerOnly.file(file));
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      out.write(content);
    }
  }
}
