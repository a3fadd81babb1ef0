package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The connections to memcached that several web applications share: one to each node, with its two
 * threads, for all stores that would connect to it in the same way.
 *
 * <p>Each store has its own limit of operations in flight, deadlines and listener, so applications
 * do not disturb each other. A connection is opened for the first store that uses it and closed
 * with the last.
 */
public final class MemcachedConnections {

  private final ScheduledExecutorService timer;
  private final Map<Way, Connection> connections = new HashMap<>();

  /**
   * Creates it without any connection.
   *
   * @param timer for pings; not closed by this class, and not before all stores are
   */
  public MemcachedConnections(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** What tells connections apart; never printed, since the password is part of it. */
  private record Way(
      NodeAddress node,
      MemcachedProtocol protocol,
      Duration timeout,
      @Nullable String username,
      @Nullable String password,
      @Nullable TlsSettings tls) {

    Way(NodeAddress node, MemcachedSettings settings) {
      this(
          node,
          settings.protocol(),
          settings.operationTimeout(),
          settings.username(),
          settings.password(),
          settings.tls());
    }

    @Override
    public String toString() {
      return node.toString();
    }
  }

  private static final class Connection {
    private final ConnectionNews news = new ConnectionNews();
    private final NodeConnector connector;
    private int users;

    Connection(NodeAddress node, MemcachedSettings settings, ScheduledExecutorService timer) {
      this.connector = new NodeConnector(node, settings, timer, news, InetAddress::getAllByName);
    }
  }

  /**
   * Like {@link MemcachedStore#connect}, over a shared connection; opens one if none is in use.
   *
   * @param ownTimer for the deadlines of this store; not closed by the store
   */
  public MemcachedStore connect(
      NodeAddress node,
      MemcachedSettings settings,
      ScheduledExecutorService ownTimer,
      InstantSource clock,
      ConnectionListener listener) {
    QuietSpyLogger.install();
    return MemcachedStore.over(
        use(new Way(node, settings), settings, listener, ownTimer),
        node,
        settings,
        ownTimer,
        clock);
  }

  private LinkSource use(
      Way way, MemcachedSettings settings, ConnectionListener listener, Executor executor) {
    Connection connection;
    synchronized (connections) {
      connection = connections.get(way);
      if (connection == null) {
        connection = new Connection(way.node(), settings, timer);
        connection.connector.start();
        connections.put(way, connection);
      }
      connection.users++;
    }
    return new Use(way, connection, listener, executor);
  }

  /** Ends a use; closes the connection after the last one. */
  private void release(Way way, Connection connection) {
    synchronized (connections) {
      connection.users--;
      if (connection.users > 0) {
        return;
      }
      connections.remove(way);
    }
    connection.connector.close();
  }

  /** One store's use of a connection. */
  private final class Use implements LinkSource {

    private final Way way;
    private final Connection connection;
    private final ConnectionNews.Hearing hearing;
    private final CompletableFuture<NodeLink> afterClose;
    private volatile boolean closed;

    Use(Way way, Connection connection, ConnectionListener listener, Executor executor) {
      this.way = way;
      this.connection = connection;
      this.hearing = connection.news.tell(listener, executor);
      this.afterClose =
          CompletableFuture.failedFuture(
              new StoreException(Reason.UNAVAILABLE, way.node().id(), "the store is closed", null));
    }

    @Override
    public CompletableFuture<NodeLink> current() {
      return closed ? afterClose : connection.connector.current();
    }

    @Override
    public void close() {
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
      }
      connection.news.stopTelling(hearing);
      release(way, connection);
    }
  }
}
