package io.holdfast.core.storage.link;

import io.holdfast.core.log.Loggers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An established connection: the thread that sends an operation writes it, one thread reads the
 * answers.
 *
 * <p>Were both left to one thread, each operation would wake that thread, which asks the selector
 * several times before the first byte leaves; that takes longer than the writing. Here the sender
 * writes, unless another thread is just writing: then that thread writes this operation too. The
 * reading thread counts as writing while it reads: it is awake, and operations sent meanwhile leave
 * together; so does a thread that has several operations to send.
 *
 * <h2>Concurrency</h2>
 *
 * <p>{@code turns} counts the sends that no writer has handled yet, and the reads meanwhile. The
 * thread that raises it from zero is the only writer until it has brought it back to zero. If the
 * socket takes no more, the writer leaves without doing so: the reading thread goes on when the
 * socket is ready.
 */
public final class Wire {

  private static final System.Logger LOG = Loggers.of(Wire.class);
  private static final int BUFFER_SIZE = 64 << 10;

  /** Longer is no command without its value, in bytes. */
  static final int LONGEST_LINE = 1 << 10;

  /** A sender has a request to answer: the reading thread takes over from one that writes long. */
  private static final int MOST_WRITES = 8;

  private final Line connection;
  private final SelectionKey key;
  private final long unsentMillis;
  private final Queue<WireCommand> toWrite = new ConcurrentLinkedQueue<>();
  private final Queue<WireCommand> toRead = new ConcurrentLinkedQueue<>();
  private final AtomicInteger turns = new AtomicInteger();
  private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_SIZE);

  // Only the writer uses these.
  private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_SIZE);
  private final ByteBuffer room = ByteBuffer.allocate(LONGEST_LINE);
  private boolean isOutWritten = true;
  private @Nullable WireCommand begun;

  /**
   * Takes over a connection.
   *
   * @param connection what is sent over it
   * @param key of the connection at the reading thread's selector
   * @param unsentMillis operations that could not be written within this time never are
   */
  public Wire(Line connection, SelectionKey key, long unsentMillis) {
    this.connection = connection;
    this.key = key;
    this.unsentMillis = unsentMillis;
  }

  /**
   * Sends a command. Never blocks.
   *
   * @throws IOException if the connection is lost
   */
  public void send(WireCommand command) throws IOException {
    toWrite.add(command);
    if (turns.getAndIncrement() == 0) {
      write(MOST_WRITES);
    }
  }

  /**
   * Makes the caller the writer, so that operations sent from now on are kept back until it lets
   * them go.
   *
   * @return false if another thread is the writer: it writes them as they come
   */
  public boolean hold() {
    return turns.compareAndSet(0, 1);
  }

  /**
   * Writes what was kept back.
   *
   * @throws IOException if the connection is lost
   */
  public void letGo() throws IOException {
    write(MOST_WRITES);
  }

  /**
   * For the reading thread: reads and writes as far as the selector says that it can.
   *
   * @throws IOException if the connection is lost, or the node answered with an error that leaves
   *     open what its next answer belongs to
   */
  public void proceed() throws IOException {
    boolean isWriter;
    if (key.isWritable()) {
      key.interestOps(SelectionKey.OP_READ);
      isWriter = true; // it was left to this thread
    } else {
      isWriter = turns.getAndIncrement() == 0;
    }
    if (key.isReadable()) {
      read();
    }
    if (isWriter) {
      write(Integer.MAX_VALUE);
    }
  }

  /** Ends a lost connection: operations not yet written never are. */
  public void close() {
    key.cancel();
    try {
      connection.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection was closed with an error", e);
    }
  }

  // ---- writing ----

  private void write(int most) throws IOException {
    int writes = 0;
    int seen;
    do {
      seen = turns.get();
      while (fill()) {
        isOutWritten = connection.write(out);
        writes++;
        if (!isOutWritten || writes == most) {
          leaveToReader();
          return;
        }
      }
    } while (turns.addAndGet(-seen) != 0);
  }

  private void leaveToReader() throws IOException {
    try {
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      key.selector().wakeup();
    } catch (CancelledKeyException e) {
      throw new IOException("the connection is closed", e);
    }
  }

  /** Fills the buffer, if all of it was written; false if there is nothing to write. */
  private boolean fill() {
    if (!isOutWritten) {
      return true;
    }
    out.clear();
    WireCommand next = begun == null ? nextToWrite() : begun;
    while (next != null && next.put(out, room.clear())) {
      next = nextToWrite();
    }
    begun = next;
    out.flip();
    return out.hasRemaining();
  }

  private @Nullable WireCommand nextToWrite() {
    WireCommand next = toWrite.poll();
    while (next != null && !next.begin(unsentMillis)) {
      next = toWrite.poll();
    }
    if (next != null) {
      toRead.add(next);
    }
    return next;
  }

  // ---- reading ----

  private void read() throws IOException {
    boolean isMoreLikely;
    do {
      in.clear();
      isMoreLikely = connection.read(in);
      in.flip();
      hear();
    } while (isMoreLikely);
  }

  private void hear() throws IOException {
    while (in.hasRemaining()) {
      WireCommand asked = toRead.peek();
      if (asked == null) {
        throw new IOException("the node has sent an answer without a command");
      }
      if (asked.hear(in)) {
        toRead.remove();
      }
    }
  }
}
