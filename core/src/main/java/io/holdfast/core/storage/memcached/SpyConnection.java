package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Line;
import io.holdfast.core.storage.link.MemcachedProtocol;
import io.holdfast.core.storage.link.PlainLine;
import io.holdfast.core.storage.link.TlsLine;
import io.holdfast.core.storage.link.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import javax.net.ssl.SSLEngine;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.ops.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The library's thread for one connection, which connects and authenticates as the library does,
 * and from then on works for a {@link Wire}.
 */
final class SpyConnection extends MemcachedConnection {

  /** Is told what becomes of the connection, on its thread. */
  interface User {

    /** It takes operations from now on. */
    void established();

    /** It takes none any more. */
    void connectionLost(SocketAddress address);
  }

  /** In bytes, of an answer in the binary protocol: more than extras and the longest key. */
  private static final int AROUND_A_VALUE = 1 << 10;

  /** Null until it is used: the thread runs before the constructor has ended. */
  private volatile @Nullable User user;

  private volatile @Nullable SSLEngine engine;
  private volatile @Nullable ConnectionSettings settings;
  private volatile @Nullable Wire wire;

  /** How often the thread has looked for answers; it alone writes this. */
  private volatile long rounds;

  SpyConnection(ConnectionFactory factory, List<InetSocketAddress> addresses, int bufferSize)
      throws IOException {
    super(
        bufferSize,
        factory,
        addresses,
        factory.getInitialObservers(),
        factory.getFailureMode(),
        factory.getOperationFactory());
  }

  /**
   * Tells its user from now on when the connection is established, and when it is lost.
   *
   * @param its operations that could not be written within its timeout never are
   * @param itsEngine encrypts the connection; null for none
   */
  void useFor(User itsUser, ConnectionSettings its, @Nullable SSLEngine itsEngine) {
    settings = its;
    engine = itsEngine;
    user = itsUser;
    lookAgain();
  }

  /**
   * Makes the thread look whether the connection is established, since no event follows a login,
   * and for answers.
   */
  void lookAgain() {
    selector.wakeup();
  }

  /**
   * Sends an operation over the established connection, on the thread of the caller.
   *
   * @param operation that is initialized
   * @throws IOException if it is lost
   */
  void send(Operation operation) throws IOException {
    Wire established = wire;
    if (established == null || shutDown) {
      throw new IOException("there is no connection");
    }
    established.send(new SpyCommand(operation));
  }

  /** Keeps back what is sent from now on; false if that cannot be, and then it need not end. */
  boolean hold() {
    Wire established = wire;
    return established != null && established.hold();
  }

  /**
   * Sends what was kept back.
   *
   * @throws IOException if the connection is lost
   */
  void letGo() throws IOException {
    Wire established = wire;
    if (established != null) {
      established.letGo();
    }
  }

  @Override
  public void handleIO() throws IOException {
    Wire established = wire;
    if (established == null) {
      super.handleIO();
      takeOverOrEnd();
    } else {
      selector.select();
      if (!shutDown && !selector.selectedKeys().isEmpty()) {
        selector.selectedKeys().clear();
        proceed(established);
      }
      countRound();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  private void countRound() {
    rounds++;
  }

  /** How often the thread has read whatever had come. */
  long rounds() {
    return rounds;
  }

  private void proceed(Wire established) {
    try {
      established.proceed();
    } catch (IOException | RuntimeException | Error e) { // this thread must not end without a word
      established.close();
      User told = user;
      if (told != null) {
        told.connectionLost(node().getSocketAddress());
      }
    }
  }

  private void takeOverOrEnd() {
    try {
      takeOver();
    } catch (IOException | RuntimeException | Error e) {
      User told = user;
      if (told != null) {
        told.connectionLost(node().getSocketAddress());
      }
    }
  }

  private void takeOver() throws IOException {
    User told = user;
    ConnectionSettings its = settings;
    MemcachedNode node = node();
    if (told == null || its == null || shutDown || !isAtRest(node)) {
      return;
    }
    resetWhenClosed(node.getChannel());
    long unsentMillis = its.operationTimeout().toMillis();
    Line line = line(node, its, unsentMillis);
    node.getSk().interestOps(SelectionKey.OP_READ);
    wire = new Wire(line, node.getSk(), unsentMillis);
    told.established();
  }

  private Line line(MemcachedNode node, ConnectionSettings its, long unsentMillis)
      throws IOException {
    SSLEngine secured = engine;
    if (secured == null) {
      Line plain = new PlainLine(node.getChannel());
      return its.protocol() == MemcachedProtocol.BINARY
          ? new BoundedLine(plain, its.longestValue() + AROUND_A_VALUE)
          : plain;
    }
    TlsLine line = new TlsLine(node.getChannel(), secured);
    line.shakeHands(node.getSk(), unsentMillis, () -> shutDown);
    return line;
  }

  /**
   * Makes the kernel drop unsent bytes when the connection closes. Otherwise it goes on sending
   * what the node has not confirmed, for minutes while the network is cut, and a write that has
   * failed long since arrives after a later one over the next connection. The same holds for a
   * Tomcat that is killed.
   */
  private static void resetWhenClosed(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
  }

  /** Returns whether the library has done everything that comes before the first operation. */
  private static boolean isAtRest(MemcachedNode node) {
    return node.isActive()
        && node.isAuthenticated()
        && !node.hasReadOp()
        && !node.hasWriteOp()
        && node.getBytesRemainingToWrite() == 0;
  }

  private MemcachedNode node() {
    return locator.getAll().iterator().next();
  }
}
