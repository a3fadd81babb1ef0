package io.holdfast.benchmarks.files;

import io.holdfast.core.fallback.RecordFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** The ways to read that are compared. */
enum Access {
  /** What sessions in files are read with. */
  HOLDFAST("Holdfast") {
    @Override
    Reading of(ActiveFiles files) {
      return (file, position, length) -> RecordFile.read(files.path(file), position, length);
    }
  },
  /** Each file opened and closed, as one does it without a thought. */
  PLAIN("plain open and close") {
    @Override
    Reading of(ActiveFiles files) {
      return (file, position, length) -> readPlainly(files.path(file), position, length);
    }
  },
  /** Files that stay open as long as there is room. */
  POOL("pool of 50") {
    @Override
    Reading of(ActiveFiles files) {
      return new HandlePool(50, files::path);
    }
  };

  private final String title;

  Access(String title) {
    this.title = title;
  }

  /** The way, for these files; to be closed. */
  abstract Reading of(ActiveFiles files);

  String title() {
    return title;
  }

  private static byte[] readPlainly(Path path, long position, int length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] bytes = new byte[length];
      file.seek(position);
      file.readFully(bytes);
      return bytes;
    }
  }
}
