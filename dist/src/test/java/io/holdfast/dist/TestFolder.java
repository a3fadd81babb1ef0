package io.holdfast.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where tests put the files that they make: each process that runs tests has a folder. */
final class TestFolder {

  private TestFolder() {}

  /** The folder; made if it is missing. */
  static Path path() {
    try {
      return Files.createDirectories(Path.of(Cluster.property("holdfast.target")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file or folder in it, which may not exist yet. */
  static Path resolve(String name) {
    return path().resolve(name);
  }
}
