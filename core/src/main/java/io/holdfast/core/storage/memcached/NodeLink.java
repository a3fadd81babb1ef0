package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
final class NodeLink extends Link implements ConnectionObserver, SpyConnection.User {

  /** Forms an operation whose answer comes over this link. */
  interface Request {
    Operation over(NodeLink link, OperationFactory operations);
  }

  /** How often the client's thread checks whether a login is done. */
  private static final long LOOK_MILLIS = 10;

  /** Means "in any case" in the binary protocol. */
  private static final long NO_CAS = 0;

  /** A number that no node ever reaches. */
  private static final long NEVER_A_CAS = Long.MAX_VALUE;

  /** Not negative: the text protocol knows no negative numbers. */
  private final long versionMask = new SplittableRandom().nextLong(Long.MAX_VALUE);

  private final MetaCommands metaCommands;
  private final OperationFactory operations;
  private final MemcachedClient client;
  private final SpyConnection connection;
  private final CountDownLatch established = new CountDownLatch(1);

  /**
   * Starts to connect; {@link #awaitEstablished} tells whether that worked.
   *
   * @param engine encrypts the connection; null for none
   * @param metaCommands that the node answers
   */
  NodeLink(
      NodeAddress node,
      InetSocketAddress address,
      ConnectionSettings settings,
      @Nullable SSLEngine engine,
      MetaCommands metaCommands)
      throws IOException {
    super(settings.operationTimeout());
    this.metaCommands = metaCommands;
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

  @Override
  protected void askForSignOfLife(Exchange<Boolean> exchange) {
    send(exchange, (asked, factory) -> factory.version(new Answer.Alive(exchange, asked)));
  }

  /** Sends an operation; a link that has ended lets it fail. Never blocks. */
  void send(Exchange<?> exchange, Request request) {
    send(
        exchange,
        () -> {
          Operation formed = request.over(this, operations);
          formed.initialize();
          return () -> connection.send(formed);
        });
  }

  @Override
  public long beginReading() {
    connection.lookAgain();
    return connection.rounds();
  }

  @Override
  protected boolean hold() {
    return connection.hold();
  }

  @Override
  protected void letGo() throws IOException {
    connection.letGo();
  }

  /** Which meta commands the node answers. */
  MetaCommands metaCommands() {
    return metaCommands;
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

  @Override
  public void end() {
    super.end();
    established.countDown();
  }

  /** Closes the connection and ends the client's thread. Not called on that thread. */
  @Override
  public void close() {
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
}
