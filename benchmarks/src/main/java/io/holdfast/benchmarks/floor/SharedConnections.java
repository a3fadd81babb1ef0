package io.holdfast.benchmarks.floor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * All users share one connection to each node. A user's thread writes its command, and those that
 * others add meanwhile; one thread reads the answers of both nodes and wakes those who wait.
 */
final class SharedConnections implements BareConnections {

  /** Each user has at most four answers to come, and there are at most a hundred users. */
  private static final int MOST_AT_ONCE = 400;

  private final Selector selector = Selector.open();
  private final List<Line> lines = new ArrayList<>();
  private final Thread reader = new Thread(this::readAnswers, "floor-reader");
  private volatile @Nullable IOException failure;

  /** Connects, and starts the reader. */
  SharedConnections(List<Integer> ports) throws IOException {
    for (int port : ports) {
      SocketChannel channel = BareConnections.open(port);
      channel.configureBlocking(false);
      Line line = new Line(channel);
      channel.register(selector, SelectionKey.OP_READ, line);
      lines.add(line);
    }
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public Lines connect(int user) {
    return (command, answers, nodes) -> {
      Waiter waiter = new Waiter(answers * nodes.length);
      for (int node : nodes) {
        lines.get((user + node) % NODES).send(command, answers, waiter);
      }
      return waiter;
    };
  }

  private void readAnswers() {
    try {
      while (true) {
        selector.select();
        for (SelectionKey ready : selector.selectedKeys()) {
          ((Line) ready.attachment()).readAnswers();
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException | RuntimeException ended) {
      failure = new IOException("The reader has ended", ended);
      lines.forEach(Line::wakeAll);
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
    for (Line line : lines) {
      line.channel.close();
    }
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The thread that waits for answers, and how many of them are missing. */
  private final class Waiter implements Pending {
    private final Thread thread = Thread.currentThread();
    private final AtomicInteger missing;

    Waiter(int answers) {
      missing = new AtomicInteger(answers);
    }

    void answered() {
      if (missing.decrementAndGet() == 0) {
        LockSupport.unpark(thread);
      }
    }

    @Override
    public void await() throws IOException {
      while (missing.get() > 0) {
        IOException reason = failure;
        if (reason != null) {
          throw reason;
        }
        LockSupport.park(this);
      }
    }
  }

  /** The connection of all users to one node. */
  private static final class Line {
    private final SocketChannel channel;
    private final Answers answers;
    private final Queue<Command> unsent = new ConcurrentLinkedQueue<>();

    /** Whose answers are to come, in the order of the commands on the connection. */
    private final Queue<Waiter> waiting = new ConcurrentLinkedQueue<>();

    /** Commands that were added and not yet counted as written; above 0 while a thread writes. */
    private final AtomicInteger added = new AtomicInteger();

    private record Command(ByteBuffer bytes, int answers, Waiter waiter) {}

    Line(SocketChannel channel) {
      this.channel = channel;
      this.answers = new Answers(channel, MOST_AT_ONCE);
    }

    /** Writes a command, or leaves it to the thread that is just writing. */
    void send(byte[] command, int itsAnswers, Waiter waiter) throws IOException {
      unsent.add(new Command(ByteBuffer.wrap(command), itsAnswers, waiter));
      if (added.getAndIncrement() > 0) {
        return;
      }
      int counted = 1;
      while (counted > 0) {
        writeUnsent();
        counted = added.addAndGet(-counted);
      }
    }

    private void writeUnsent() throws IOException {
      List<ByteBuffer> batch = new ArrayList<>();
      long left = 0;
      for (Command next = unsent.poll(); next != null; next = unsent.poll()) {
        waiting.addAll(Collections.nCopies(next.answers, next.waiter));
        batch.add(next.bytes);
        left += next.bytes.remaining();
      }
      ByteBuffer[] buffers = batch.toArray(ByteBuffer[]::new);
      while (left > 0) {
        left -= channel.write(buffers);
      }
    }

    void readAnswers() throws IOException {
      for (int left = answers.read(); left > 0; left--) {
        waiting.remove().answered();
      }
    }

    void wakeAll() {
      waiting.forEach(waiter -> LockSupport.unpark(waiter.thread));
      unsent.forEach(command -> LockSupport.unpark(command.waiter.thread));
    }
  }
}
