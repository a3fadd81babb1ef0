package io.holdfast.benchmarks.clients;

import java.io.IOException;

/** What all clients of a program have in common. */
interface Access extends AutoCloseable {

  /** What one of the clients uses. */
  Connection connect() throws Exception;

  @Override
  default void close() throws IOException {}
}
