package io.holdfast.core.storage.link;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.StoreException.Reason;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a node, from its beginning to its end, with the thread that reads from it.
 *
 * <p>A link never reconnects: when its connection is lost or stops answering, the link ends,
 * operations sent over it fail at once, and its owner opens another.
 */
public abstract class Link {

  private static final System.Logger LOG = Loggers.of(Link.class);

  /** Operations in a row that ran into their deadline without any answer in between. */
  private static final int SILENCES_TO_END = 3;

  private final Duration timeout;
  private final Selector selector;
  private final Wire wire;
  private final Thread thread;
  private final Set<Exchange<?>> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger silences = new AtomicInteger();
  private volatile boolean everAnswered;
  private volatile boolean heardLately;
  private volatile boolean pingUnanswered;
  private volatile boolean endedBySilence;
  private volatile boolean lastAnswerWasRefusal;
  private volatile @Nullable String reason;

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
  protected Link(SocketChannel channel, LineOver line, String threadName, Duration timeout)
      throws IOException {
    this.timeout = timeout;
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
    this.thread.setContextClassLoader(Link.class.getClassLoader());
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

  /**
   * Asks the node for a sign of life.
   *
   * @param exchange succeeds with any answer
   */
  protected abstract void askForSignOfLife(Exchange<Boolean> exchange);

  /** Has the thread look for answers soon; returns how often it has done so. */
  public final long beginReading() {
    selector.wakeup();
    return rounds;
  }

  /** Lets the operations that are sent meanwhile, on this thread, leave together. */
  final <T extends @Nullable Object> T together(Supplier<T> sends) {
    boolean isHeld = wire.hold(); // else another thread is the writer, and writes what comes
    try {
      return sends.get();
    } finally {
      if (isHeld) {
        letGo();
      }
    }
  }

  private void letGo() {
    try {
      wire.letGo();
    } catch (IOException e) { // the connection is lost
      end();
    }
  }

  /** Forms the command of an operation whose answer comes over a link. */
  @FunctionalInterface
  public interface Forming<L extends Link, T extends @Nullable Object> {
    WireCommand over(L link, Exchange<T> exchange);
  }

  /** Sends an operation over {@code self}, which lets it fail if it has ended. Never blocks. */
  protected static final <L extends Link, T extends @Nullable Object> void send(
      L self, Exchange<T> exchange, Forming<L, T> forming) {
    Link link = self;
    if (!link.take(exchange)) {
      return;
    }
    WireCommand command;
    try {
      command = forming.over(self, exchange);
    } catch (RuntimeException | Error e) { // its bytes do not fit into the heap, for example
      exchange.abandon(Reason.BUSY, "not sent: " + e);
      return;
    }
    try {
      link.wire.send(command);
    } catch (IOException e) { // the connection is lost
      link.end();
    } catch (RuntimeException | Error e) { // it may be written in part
      link.end();
      throw e;
    }
  }

  /** Ends the link, and closes the connection. Not called on the thread that reads. */
  public final void close() {
    end();
    selector.wakeup();
  }

  /** Waits; true if the link has ended. */
  final boolean awaitEnd(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Pings the node unless it has answered since the last call: while no answer is expected, a lost
   * connection goes unnoticed.
   */
  final void ping(Exchange<Boolean> exchange) {
    if (heardLately) {
      heardLately = false;
      exchange.succeed(true);
    } else {
      askForSignOfLife(exchange);
    }
  }

  /** Takes an operation. Returns false if it has ended, or failed because the link has ended. */
  private boolean take(Exchange<?> exchange) {
    open.add(exchange);
    exchange.sentBy(this);
    if (exchange.isOver() || isEnded()) {
      abandon(exchange);
      return false;
    }
    return true;
  }

  /** Keeps an operation no longer. */
  public final void forget(Exchange<?> exchange) {
    open.remove(exchange);
  }

  /** Notes an answer that a caller waited for. */
  public final void noteAnswer() {
    silences.set(0);
    everAnswered = true;
    heardLately = true;
    lastAnswerWasRefusal = false;
  }

  /** Notes an answer that no caller waits for any more: it does not keep the link going. */
  public final void noteLateAnswer() {
    everAnswered = true;
  }

  /** After most error lines the connection is dropped, although the node is well. */
  public final void noteRefusal() {
    noteAnswer();
    lastAnswerWasRefusal = true;
  }

  /** Notes that an operation got no answer in time. */
  final void noteSilence() {
    if (silences.incrementAndGet() >= SILENCES_TO_END) {
      endedBySilence = true;
      end();
    }
  }

  /** Notes an unanswered ping: the link ends, unless another answer came meanwhile. */
  final void notePingUnanswered() {
    if (!heardLately) {
      pingUnanswered = true;
      end();
    }
  }

  /** Returns whether it ended because a ping got no answer. */
  final boolean endedByUnansweredPing() {
    return pingUnanswered;
  }

  /** Returns whether the node answered at least one operation. */
  final boolean wasOfUse() {
    return everAnswered;
  }

  /** Returns whether the connection was dropped for an error line and not lost. */
  public final boolean endedByRefusal() {
    return lastAnswerWasRefusal;
  }

  /** Ends the link, and tells an operator why. */
  public final void endBecause(String why) {
    if (reason == null) {
      reason = why;
    }
    end();
  }

  /** What {@link #endBecause} was told; null if nothing. */
  public final @Nullable String reason() {
    return reason;
  }

  /** Why it ended, for an operator. */
  final String reasonOfEnd() {
    String told = reason;
    if (told != null) {
      return told;
    }
    return endedBySilence || pingUnanswered ? Failures.silence(timeout) : "the connection was lost";
  }

  /** Fails the operations under way and wakes the owner, which closes the link. */
  public final void end() {
    ended.countDown();
    open.forEach(this::abandon);
  }

  /** Returns whether it takes no operation any more. */
  protected final boolean isEnded() {
    return ended.getCount() == 0;
  }

  /** Fails an operation whose connection is gone, with the reason for that. */
  public final void abandon(Exchange<?> exchange) {
    if (endedByRefusal()) {
      exchange.abandon(Reason.DROPPED, "the connection was dropped for another's refusal");
    } else {
      exchange.abandon(Reason.UNAVAILABLE, reasonOfEnd());
    }
  }

  /** Tells why the connection is lost. On the thread that reads. */
  protected void lost(IOException failure) {}

  private void run() {
    try {
      while (!isEnded()) {
        int ready = selector.select(key -> {}); // which keeps no set of keys
        if (!isEnded() && ready > 0) {
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
