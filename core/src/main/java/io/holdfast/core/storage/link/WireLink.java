package io.holdfast.core.storage.link;

import io.holdfast.core.log.Loggers;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One connection, and the thread that reads from it. */
public abstract class WireLink extends Link {

  private static final System.Logger LOG = Loggers.of(WireLink.class);

  private final Selector selector;
  private final Wire wire;
  private final Thread thread;

  /** How often the thread has looked for answers; it alone writes this. */
  private volatile long rounds;

  /** Makes what the bytes go over; may wait for the node. */
  @FunctionalInterface
  protected interface LineOver {

    /**
     * Makes it.
     *
     * @param key of the channel at the selector of the link
     * @throws IOException if there is no connection; its message tells an operator why
     */
    Line over(SocketChannel channel, SelectionKey key) throws IOException;
  }

  /**
   * Takes over a connection; closes the channel if that fails.
   *
   * <p>The kernel drops unsent bytes when the connection closes. Otherwise it goes on sending what
   * the node has not confirmed, for minutes while the network is cut, and a write that has failed
   * long since arrives after a later one over the next connection. The same holds for a Tomcat that
   * is killed.
   *
   * @param channel that is connected
   * @param threadName of the thread that {@link #start} starts
   * @param timeout after which an operation without an answer fails
   * @throws IOException if there is no connection; its message tells an operator why
   */
  protected WireLink(SocketChannel channel, LineOver line, String threadName, Duration timeout)
      throws IOException {
    super(timeout);
    Selector opened = null;
    try {
      opened = Selector.open();
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      SelectionKey key = channel.register(opened, SelectionKey.OP_READ);
      this.wire = new Wire(line.over(channel, key), key, timeout.toMillis());
      key.interestOps(SelectionKey.OP_READ);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      if (opened != null) {
        opened.close();
      }
      throw e;
    }
    this.selector = opened;
    this.thread = new Thread(null, this::run, threadName, 0, false);
    this.thread.setDaemon(true);
    this.thread.setContextClassLoader(WireLink.class.getClassLoader());
  }

  /** Connects; null if the server does not answer in time. An interrupt ends that. */
  public static @Nullable SocketChannel connect(InetSocketAddress address, Duration timeout)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.socket().connect(address, Math.toIntExact(timeout.toMillis()));
      return channel;
    } catch (SocketTimeoutException e) {
      channel.close();
      return null;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Starts the thread that reads; closes the connection if there is none. */
  protected final void start() {
    try {
      thread.start();
    } catch (Error e) { // there is no memory for its stack
      release();
      throw e;
    }
  }

  /** Writes a command, or leaves it to the thread that is writing. */
  protected final void write(WireCommand command) throws IOException {
    wire.send(command);
  }

  @Override
  public final long beginReading() {
    selector.wakeup();
    return rounds;
  }

  @Override
  protected final boolean hold() {
    return wire.hold();
  }

  @Override
  protected final void letGo() throws IOException {
    wire.letGo();
  }

  @Override
  public final void close() {
    end();
    selector.wakeup();
  }

  /** Tells why the connection is lost. On the thread that reads. */
  protected void lost(IOException reason) {}

  private void run() {
    try {
      while (!isEnded()) {
        selector.select();
        if (!isEnded() && !selector.selectedKeys().isEmpty()) {
          selector.selectedKeys().clear();
          wire.proceed();
        }
        countRound();
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> thread.getName() + ": the connection ends: " + e);
      lost(e);
    } catch (ClosedSelectorException e) {
      LOG.log(Level.DEBUG, "The selector is closed", e);
    } catch (RuntimeException | Error e) { // of the stack or the heap, for example
      LOG.log(Level.WARNING, thread.getName() + ": the connection ends", e);
    } finally {
      release();
    }
  }

  private void release() {
    wire.close();
    end();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "A selector was closed with an error", e);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  private void countRound() {
    rounds++;
  }
}
