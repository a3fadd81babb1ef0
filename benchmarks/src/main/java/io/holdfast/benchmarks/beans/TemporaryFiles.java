package io.holdfast.benchmarks.beans;

import io.holdfast.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a server puts what it would leave behind when it is killed, such as beans at rest. */
record TemporaryFiles(Path directory) implements AutoCloseable {

  /** Makes the directory; what an interrupted run left in it goes. */
  static TemporaryFiles in(Path parent) throws IOException {
    TemporaryFiles files = new TemporaryFiles(parent.resolve("temporary"));
    FileTree.delete(files.directory);
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
    FileTree.delete(directory);
  }
}
