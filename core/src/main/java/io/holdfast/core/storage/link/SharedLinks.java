package io.holdfast.core.storage.link;

import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The connections that several web applications share: one to each node, with its two threads, for
 * all stores that would connect to it in the same way.
 *
 * <p>Each store has its own limit of operations in flight, deadlines and listener, so applications
 * do not disturb each other. A connection is opened for the first store that uses it and closed
 * with the last.
 */
public final class SharedLinks<L extends Link> {

  private final Map<Object, Connection<L>> connections = new HashMap<>();

  private static final class Connection<L extends Link> {
    private final ConnectionNews news = new ConnectionNews();
    private final NodeConnector<L> connector;
    private int users;

    Connection(Function<ConnectionListener, NodeConnector<L>> create) {
      this.connector = create.apply(news);
    }
  }

  /**
   * Begins to use a connection; opens one if none is in use.
   *
   * @param way the node, and all that tells its connections apart
   * @param create makes what connects, for a listener
   */
  public LinkSource<L> use(
      Object way,
      String nodeId,
      Function<ConnectionListener, NodeConnector<L>> create,
      ConnectionListener listener,
      Executor executor) {
    Connection<L> connection;
    synchronized (connections) {
      connection = connections.get(way);
      if (connection == null) {
        connection = new Connection<>(create);
        connection.connector.start();
        connections.put(way, connection);
      }
      connection.users++;
    }
    return new Use(way, nodeId, connection, listener, executor);
  }

  /** Ends a use; closes the connection after the last one. */
  private void release(Object way, Connection<L> connection) {
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
  private final class Use implements LinkSource<L> {

    private final Object way;
    private final Connection<L> connection;
    private final ConnectionNews.Hearing hearing;
    private final CompletableFuture<L> afterClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    Use(
        Object way,
        String nodeId,
        Connection<L> connection,
        ConnectionListener listener,
        Executor executor) {
      this.way = way;
      this.connection = connection;
      this.hearing = connection.news.tell(listener, executor);
      this.afterClose =
          CompletableFuture.failedFuture(
              new StoreException(Reason.UNAVAILABLE, nodeId, "the store is closed", null));
    }

    @Override
    public CompletableFuture<L> current() {
      return closed.get() ? afterClose : connection.connector.current();
    }

    @Override
    public void close() {
      if (!closed.getAndSet(true)) {
        connection.news.stopTelling(hearing);
        release(way, connection);
      }
    }
  }
}
