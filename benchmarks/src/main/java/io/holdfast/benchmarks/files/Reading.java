package io.holdfast.benchmarks.files;

import java.io.IOException;

/** A way to read a part of a file. Thread-safe. */
interface Reading extends AutoCloseable {

  /** Reads from a file with this number. */
  byte[] read(int file, long position, int length) throws IOException;

  @Override
  default void close() throws IOException {}
}
