package io.holdfast.testkit.fault;

import io.holdfast.testkit.relay.RelayedConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** One client's connection through a {@link FaultProxy}. */
final class FaultyConnection extends RelayedConnection {

  private final Faults faults;
  private final AnswerSource.Kind kind;
  private final Line toNode;
  private final Line toClient;

  FaultyConnection(
      Socket client,
      Socket node,
      Faults faults,
      AnswerSource.Kind kind,
      ScheduledExecutorService clock) {
    super(client, node);
    this.faults = faults;
    this.kind = kind;
    this.toNode = new Line(node, this, clock);
    this.toClient = new Line(client, this, clock);
  }

  @Override
  protected void passCommands() {
    pass(() -> chunk(client.getInputStream()), Direction.COMMANDS, toNode);
  }

  @Override
  protected void passAnswers() {
    try {
      pass(kind.of(node.getInputStream()), Direction.ANSWERS, toClient);
    } catch (IOException closed) {
      close();
    }
  }

  private static byte @Nullable [] chunk(InputStream in) throws IOException {
    byte[] buffer = new byte[64 * 1024];
    int length = in.read(buffer);
    return length < 0 ? null : Arrays.copyOf(buffer, length);
  }

  private void pass(AnswerSource source, Direction direction, Line line) {
    try {
      for (byte[] bytes = source.next(); bytes != null; bytes = source.next()) {
        line.send(faults.on(direction, bytes));
      }
    } catch (IOException closed) {
      close();
    }
  }
}
