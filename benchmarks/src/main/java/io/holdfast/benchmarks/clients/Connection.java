package io.holdfast.benchmarks.clients;

import java.io.IOException;

/** One client's way to the server. For one thread. */
interface Connection extends AutoCloseable {

  /** Writes a value, and waits until the server has it. */
  void set(String key, byte[] value) throws Exception;

  /** Reads a value that is there. */
  byte[] get(String key) throws Exception;

  @Override
  default void close() throws IOException {}
}
