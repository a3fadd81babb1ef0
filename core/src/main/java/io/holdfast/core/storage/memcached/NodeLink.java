package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.StoreException.Reason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.ops.Operation;
import org.jspecify.annotations.Nullable;

/**
 * One client of the library, for as long as its one connection lives.
 *
 * <p>The library would reconnect by itself, to the address it resolved at first, and send again
 * what it had queued for a server that may since have become another one. So a link never
 * reconnects: when its connection is lost or stops answering, the link ends, operations sent over
 * it fail at once, and its owner opens another.
 */
final class NodeLink implements ConnectionObserver, Exchange.Sender, SpyConnection.User {

  /** Forms an operation whose answer comes over this link. */
  interface Request {
    Operation over(NodeLink link, OperationFactory operations);
  }

  /** Operations in a row that ran into their deadline without any answer in between. */
  private static final int SILENCES_TO_END = 3;

  /** How often the client's thread checks whether a login is done. */
  private static final long LOOK_MILLIS = 10;

  /** Means "in any case" in the binary protocol. */
  private static final long NO_CAS = 0;

  /** A number that no node ever reaches. */
  private static final long NEVER_A_CAS = Long.MAX_VALUE;

  /** Not negative: the text protocol knows no negative numbers. */
  private final long versionMask = new SplittableRandom().nextLong(Long.MAX_VALUE);

  private final boolean hasMetaCommands;
  private final OperationFactory operations;
  private final MemcachedClient client;
  private final SpyConnection connection;
  private final Set<Exchange<?>> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch established = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private final AtomicInteger silences = new AtomicInteger();
  private volatile boolean everAnswered;
  private volatile boolean heardLately;
  private volatile boolean pingUnanswered;
  private volatile boolean endedBySilence;
  private volatile boolean lastAnswerWasRefusal;

  /**
   * Starts to connect; {@link #awaitEstablished} tells whether that worked.
   *
   * @param engine encrypts the connection; null for none
   * @param hasMetaCommands whether the node answers {@link MetaSet}
   */
  NodeLink(
      NodeAddress node,
      InetSocketAddress address,
      MemcachedSettings settings,
      @Nullable SSLEngine engine,
      boolean hasMetaCommands)
      throws IOException {
    this.hasMetaCommands = hasMetaCommands;
    SpyConnectionFactory factory =
        new SpyConnectionFactory(settings, "holdfast-memcached-" + node.id(), this);
    this.operations = factory.getOperationFactory();
    this.client = new MemcachedClient(factory, List.of(address));
    this.connection = (SpyConnection) client.getConnection();
    connection.useFor(this, settings, engine);
  }

  boolean awaitEstablished(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!established.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && System.nanoTime() - end < 0) {
      connection.lookAgain();
    }
    return established.getCount() == 0 && !isEnded();
  }

  /** Waits; true if the link has ended. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Pings the node unless it has answered since the last call: while no answer is expected, the
   * library does not notice that the connection is gone.
   *
   * @param question what is asked for a sign of life
   */
  void ping(Exchange<Boolean> exchange, Request question) {
    if (heardLately) {
      heardLately = false;
      exchange.succeed(true);
    } else {
      send(exchange, question);
    }
  }

  /** Sends an operation; a link that has ended lets it fail. Never blocks. */
  void send(Exchange<?> exchange, Request request) {
    open.add(exchange);
    exchange.sentBy(this);
    if (exchange.isOver() || isEnded()) {
      abandon(exchange);
      return;
    }
    Operation formed;
    try {
      formed = request.over(this, operations);
      formed.initialize();
    } catch (RuntimeException | Error e) { // its bytes do not fit into the heap, for example
      exchange.abandon(Reason.BUSY, "not sent: " + e);
      return;
    }
    send(formed);
  }

  private void send(Operation formed) {
    try {
      connection.send(formed);
    } catch (IOException e) {
      end();
    } catch (RuntimeException | Error e) { // it may be written in part
      end();
      throw e;
    }
  }

  /** Has the thread look for answers soon; returns how often it has done so. */
  long beginReading() {
    connection.lookAgain();
    return connection.rounds();
  }

  /** Lets the operations that are sent meanwhile, on this thread, leave together. */
  <T extends @Nullable Object> T together(Supplier<T> sends) {
    boolean isHeld = connection.hold();
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
      connection.letGo();
    } catch (IOException e) {
      end();
    }
  }

  @Override
  public void forget(Exchange<?> exchange) {
    open.remove(exchange);
  }

  void noteAnswer() {
    silences.set(0);
    everAnswered = true;
    heardLately = true;
    lastAnswerWasRefusal = false;
  }

  /** Notes an answer that no caller waits for any more: it does not keep the link going. */
  void noteLateAnswer() {
    everAnswered = true;
  }

  /** After most error lines the connection is dropped, although the node is well. */
  void noteRefusal() {
    noteAnswer();
    lastAnswerWasRefusal = true;
  }

  @Override
  public void noteSilence() {
    if (silences.incrementAndGet() >= SILENCES_TO_END) {
      endedBySilence = true;
      end();
    }
  }

  /** Notes an unanswered ping: the link ends, unless another answer came meanwhile. */
  void notePingUnanswered() {
    if (!heardLately) {
      pingUnanswered = true;
      end();
    }
  }

  /** Whether it ended because a ping got no answer. */
  boolean endedByUnansweredPing() {
    return pingUnanswered;
  }

  /** Whether it ended because no answer came, and not because the connection was lost. */
  boolean endedBySilence() {
    return endedBySilence || pingUnanswered;
  }

  /** Whether the node answered at least one operation. */
  boolean wasOfUse() {
    return everAnswered;
  }

  /** Whether the connection was dropped for an error line and not lost. */
  boolean endedByRefusal() {
    return lastAnswerWasRefusal;
  }

  /** Whether the node reports the version that a write makes, if it is asked by {@link MetaSet}. */
  boolean hasMetaCommands() {
    return hasMetaCommands;
  }

  /**
   * The version for this number of the node. A restarted node gives the same numbers to other
   * values; so no two links share a version.
   */
  long versionOf(long cas) {
    return cas ^ versionMask;
  }

  /** The node's number for this version; one that no value has if it is another link's version. */
  long casOf(long version) {
    long cas = version ^ versionMask;
    return cas == NO_CAS ? NEVER_A_CAS : cas;
  }

  /** Fails the operations under way and wakes the owner, which closes the client. */
  void end() {
    ended.countDown();
    established.countDown();
    open.forEach(this::abandon);
  }

  /** Closes the connection and ends the client's thread. Not called on that thread. */
  void close() {
    end();
    client.shutdown();
  }

  @Override
  public void established() {
    established.countDown();
  }

  /** Does nothing: a login may follow. */
  @Override
  public void connectionEstablished(SocketAddress address, int reconnectCount) {}

  @Override
  public void connectionLost(SocketAddress address) {
    end();
  }

  private boolean isEnded() {
    return ended.getCount() == 0;
  }

  /** Fails an operation whose connection is gone, with the reason for that. */
  void abandon(Exchange<?> exchange) {
    if (endedByRefusal()) {
      exchange.abandon(Reason.DROPPED, "the connection was dropped for another's refusal");
    } else {
      exchange.abandon(Reason.UNAVAILABLE, "the connection was lost");
    }
  }
}
