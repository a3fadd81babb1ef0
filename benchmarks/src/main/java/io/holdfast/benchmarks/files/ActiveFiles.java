package io.holdfast.benchmarks.files;

import io.holdfast.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The files that are read, in a directory of their own; what stands where can be foretold. */
final class ActiveFiles implements AutoCloseable {

  /** The size of each, in bytes. */
  static final int SIZE = 100_000;

  private final Path directory;
  private final List<Path> paths;

  private ActiveFiles(Path directory, List<Path> paths) {
    this.directory = directory;
    this.paths = paths;
  }

  static ActiveFiles create(int count) throws IOException {
    Path directory = Files.createTempDirectory("holdfast-files");
    List<Path> paths = IntStream.range(0, count).mapToObj(i -> directory.resolve("f" + i)).toList();
    for (int file = 0; file < count; file++) {
      byte[] content = new byte[SIZE];
      for (int position = 0; position < SIZE; position++) {
        content[position] = expected(file, position);
      }
      Files.write(paths.get(file), content);
    }
    return new ActiveFiles(directory, paths);
  }

  private static byte expected(int file, long position) {
    return (byte) (31L * file + position);
  }

  Path path(int file) {
    return paths.get(file);
  }

  /** Makes sure that somebody has read what stands there. */
  static void check(int file, long position, byte[] read) {
    int last = read.length - 1;
    if (read[0] != expected(file, position) || read[last] != expected(file, position + last)) {
      throw new IllegalStateException("file %d was read wrongly at %d".formatted(file, position));
    }
  }

  @Override
  public void close() {
    FileTree.delete(directory);
  }
}
