package io.holdfast.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** One client's connection through a {@link FaultProxy}; either side's end is the other's. */
final class FaultyConnection implements AutoCloseable {

  private final Socket client;
  private final Socket node;
  private final Faults faults;
  private final Line toNode;
  private final Line toClient;

  FaultyConnection(Socket client, Socket node, Faults faults, ScheduledExecutorService clock) {
    this.client = client;
    this.node = node;
    this.faults = faults;
    this.toNode = new Line(node, this, clock);
    this.toClient = new Line(client, this, clock);
  }

  /** Where bytes come from, as they are to be delivered. */
  private interface Source {
    byte @Nullable [] next() throws IOException;
  }

  /** Passes on what the client sends, until either side closes. */
  void passCommands() {
    pass(() -> chunk(client.getInputStream()), Direction.COMMANDS, toNode);
  }

  /** Passes on what the node answers, until either side closes. */
  void passAnswers() {
    try {
      AnswerReader answers = new AnswerReader(node.getInputStream());
      pass(answers::next, Direction.ANSWERS, toClient);
    } catch (IOException closed) {
      close();
    }
  }

  private static byte @Nullable [] chunk(InputStream in) throws IOException {
    byte[] buffer = new byte[64 * 1024];
    int length = in.read(buffer);
    return length < 0 ? null : Arrays.copyOf(buffer, length);
  }

  private void pass(Source source, Direction direction, Line line) {
    try {
      for (byte[] bytes = source.next(); bytes != null; bytes = source.next()) {
        line.send(faults.on(direction, bytes));
      }
    } catch (IOException closed) {
      close();
    }
  }

  @Override
  public void close() {
    try {
      client.close();
      node.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close a connection", e);
    }
  }
}
