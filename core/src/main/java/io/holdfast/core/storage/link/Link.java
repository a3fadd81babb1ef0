package io.holdfast.core.storage.link;

import io.holdfast.core.storage.StoreException.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a node, from its beginning to its end.
 *
 * <p>A link never reconnects: when its connection is lost or stops answering, the link ends,
 * operations sent over it fail at once, and its owner opens another.
 */
public abstract class Link {

  /** Operations in a row that ran into their deadline without any answer in between. */
  private static final int SILENCES_TO_END = 3;

  private final Duration timeout;
  private final Set<Exchange<?>> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger silences = new AtomicInteger();
  private volatile boolean everAnswered;
  private volatile boolean heardLately;
  private volatile boolean pingUnanswered;
  private volatile boolean endedBySilence;
  private volatile boolean lastAnswerWasRefusal;
  private volatile @Nullable String reason;

  /**
   * Creates a link without a connection.
   *
   * @param timeout after which an operation without an answer fails
   */
  protected Link(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Asks the node for a sign of life.
   *
   * @param exchange succeeds with any answer
   */
  protected abstract void askForSignOfLife(Exchange<Boolean> exchange);

  /** Has the thread look for answers soon; returns how often it has done so. */
  public abstract long beginReading();

  /**
   * Keeps back what is sent from now on.
   *
   * @return false if another thread is the writer: it writes what comes
   */
  protected abstract boolean hold();

  /**
   * Sends what was kept back.
   *
   * @throws IOException if the connection is lost
   */
  protected abstract void letGo() throws IOException;

  /** Lets the operations that are sent meanwhile, on this thread, leave together. */
  final <T extends @Nullable Object> T together(Supplier<T> sends) {
    boolean isHeld = hold();
    try {
      return sends.get();
    } finally {
      if (isHeld) {
        endIfLost(this::letGo);
      }
    }
  }

  /** Writes to the connection. */
  @FunctionalInterface
  protected interface Writing {

    /**
     * Writes.
     *
     * @throws IOException if the connection is lost
     */
    void write() throws IOException;
  }

  /**
   * Sends an operation; a link that has ended lets it fail. Never blocks.
   *
   * @param formed makes the command of the exchange, and then what writes it
   */
  protected final void send(Exchange<?> exchange, Supplier<Writing> formed) {
    if (!take(exchange)) {
      return;
    }
    Writing writing;
    try {
      writing = formed.get();
    } catch (RuntimeException | Error e) { // its bytes do not fit into the heap, for example
      exchange.abandon(Reason.BUSY, "not sent: " + e);
      return;
    }
    try {
      endIfLost(writing);
    } catch (RuntimeException | Error e) { // it may be written in part
      end();
      throw e;
    }
  }

  private void endIfLost(Writing writing) {
    try {
      writing.write();
    } catch (IOException e) {
      end();
    }
  }

  /** Ends the link, and closes the connection. Not called on the thread that reads. */
  public abstract void close();

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
  public void end() {
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
}
