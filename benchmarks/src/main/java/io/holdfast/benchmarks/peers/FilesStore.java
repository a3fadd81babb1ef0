package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.testkit.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory of files as a store. It is looked at from outside: a file that was written several
 * times between two looks counts once.
 */
final class FilesStore implements Store {

  private final Path directory;
  private final Set<Written> seen = new HashSet<>();

  /** What a file was like. */
  private record Written(Path file, long modifiedMillis, long size) {}

  FilesStore(Path directory) {
    this.directory = directory;
  }

  @Override
  public synchronized Traffic traffic() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        look(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look at " + directory, e);
    }
    return new Traffic(seen.size(), seen.stream().mapToLong(Written::size).sum());
  }

  private void look(Path file) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      seen.add(new Written(file, found.lastModifiedTime().toMillis(), found.size()));
    } catch (NoSuchFileException gone) {
      // it was listed, and has been deleted since
    }
  }

  @Override
  public void close() {
    FileTree.delete(directory);
  }
}
