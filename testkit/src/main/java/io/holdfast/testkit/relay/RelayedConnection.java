package io.holdfast.testkit.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

/** One client's connection through a {@link Relay}; either side's end is the other's. */
public abstract class RelayedConnection implements AutoCloseable {

  /** The side of the client. */
  protected final Socket client;

  /** The side of the node. */
  protected final Socket node;

  /** Joins two sides. */
  protected RelayedConnection(Socket client, Socket node) {
    this.client = client;
    this.node = node;
  }

  /** Passes on what the client sends, until either side closes. */
  protected abstract void passCommands();

  /** Passes on what the node answers, until either side closes. */
  protected abstract void passAnswers();

  /** Ends both sides. */
  @Override
  public final void close() {
    try {
      client.close();
      node.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close a connection", e);
    }
  }
}
