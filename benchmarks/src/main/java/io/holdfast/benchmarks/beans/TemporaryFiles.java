package io.holdfast.benchmarks.beans;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Where a server puts what it would leave behind when it is killed, such as beans at rest. */
record TemporaryFiles(Path directory) implements AutoCloseable {

  /** Makes the directory; what an interrupted run left in it goes. */
  static TemporaryFiles in(Path parent) throws IOException {
    TemporaryFiles files = new TemporaryFiles(parent.resolve("temporary"));
    files.delete();
    Files.createDirectories(files.directory);
    return files;
  }

  /** For the {@code java} command. */
  String option() {
    return "-Djava.io.tmpdir=" + directory;
  }

  /** Deletes all of them; the server has to be at its end. */
  @Override
  public void close() {
    delete();
  }

  private void delete() {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + directory, e);
    }
  }
}
