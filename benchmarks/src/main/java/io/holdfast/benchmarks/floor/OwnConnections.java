package io.holdfast.benchmarks.floor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Each user has a connection to each node and reads its own answers, so no thread wakes another.
 */
final class OwnConnections implements BareConnections {

  /** On one connection: of a lease, of a read, and of a copy or a release before them. */
  private static final int MOST_ANSWERS = 4;

  private final List<Integer> ports;
  private final List<SocketChannel> channels = new ArrayList<>();

  OwnConnections(List<Integer> ports) {
    this.ports = List.copyOf(ports);
  }

  @Override
  public Lines connect(int user) throws IOException {
    List<Line> lines = List.of(line(user % NODES), line((user + 1) % NODES));
    return (command, answers, nodes) -> {
      for (int node : nodes) {
        lines.get(node).send(command, answers);
      }
      return () -> {
        for (int node : nodes) {
          lines.get(node).awaitAnswers();
        }
      };
    };
  }

  private Line line(int node) throws IOException {
    SocketChannel channel = BareConnections.open(ports.get(node));
    channels.add(channel);
    return new Line(channel);
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  /** One user's connection to one node. */
  private static final class Line {
    private final SocketChannel channel;
    private final Answers answers;
    private int missing;

    Line(SocketChannel channel) {
      this.channel = channel;
      this.answers = new Answers(channel, MOST_ANSWERS);
    }

    void send(byte[] command, int itsAnswers) throws IOException {
      ByteBuffer out = ByteBuffer.wrap(command);
      while (out.hasRemaining()) {
        channel.write(out);
      }
      missing += itsAnswers;
    }

    /** Reads until every command has its answer, also a copy that was sent earlier. */
    void awaitAnswers() throws IOException {
      while (missing > 0) {
        missing -= answers.read();
      }
    }
  }
}
