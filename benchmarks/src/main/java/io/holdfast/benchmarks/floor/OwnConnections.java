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
  public UserCommands of(int user) throws IOException {
    return new Own(connect(user % NODES), connect((user + 1) % NODES), user);
  }

  private Line connect(int node) throws IOException {
    SocketChannel channel = BareConnections.connect(ports.get(node));
    channels.add(channel);
    return new Line(channel);
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  private static final class Own implements UserCommands {
    private final Line first;
    private final Line second;
    private final byte[] gets;
    private final byte[] getsLeased;
    private final byte[] release;
    private final byte[] set;

    Own(Line first, Line second, int user) {
      this.first = first;
      this.second = second;
      this.gets = BareConnections.gets(user);
      this.getsLeased = BareConnections.getsLeased(user);
      this.release = BareConnections.release(user);
      this.set = BareConnections.set(user);
    }

    @Override
    public void read() throws IOException {
      read(gets, 1);
    }

    @Override
    public void readLeased() throws IOException {
      read(getsLeased, 2);
    }

    private void read(byte[] command, int answers) throws IOException {
      first.send(command, answers);
      second.send(command, answers);
      first.awaitAnswers();
      second.awaitAnswers();
    }

    @Override
    public void release() throws IOException {
      first.send(release, 1);
      second.send(release, 1);
    }

    @Override
    public void write() throws IOException {
      first.send(set, 1);
      first.awaitAnswers();
    }

    @Override
    public void copy() throws IOException {
      second.send(set, 1);
    }

    @Override
    public void awaitCopy() throws IOException {
      second.awaitAnswers();
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
