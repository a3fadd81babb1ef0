package io.holdfast.testkit.fault;

import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of a node that speaks the text protocol, and lets go wrong what a test wants to
 * go wrong between the node and its clients.
 *
 * <p>The same seed makes the same choices for the same sequence of commands; what several
 * connections send at once has no such sequence.
 */
public final class FaultProxy implements AutoCloseable {

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final MemcachedNode node;
  private final ServerSocket server;
  private final Faults faults;
  private final String threads = "holdfast-testkit-faults-" + COUNT.incrementAndGet() + "-";
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> thread("line", task));
  private final Set<FaultyConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean down;

  private FaultProxy(MemcachedNode node, ServerSocket server, long seed) {
    this.node = node;
    this.server = server;
    this.faults = new Faults(seed);
  }

  /**
   * Opens a port of 127.0.0.1 that leads to the node, which stays its owner's.
   *
   * @param seed of all that is left to chance
   */
  public static FaultProxy before(MemcachedNode node, long seed) {
    try {
      ServerSocket server = new ServerSocket(0, 0, InetAddress.getByName(node.host()));
      FaultProxy proxy = new FaultProxy(node, server, seed);
      proxy.thread("accept", proxy::accept).start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot stand in front of " + node, e);
    }
  }

  /** {@code host:port} for clients. */
  public String address() {
    return node.host() + ":" + port();
  }

  /** The port for clients, the same for the whole life of the proxy. */
  public int port() {
    return server.getLocalPort();
  }

  /** From now on this happens to all that goes this way. */
  public void add(Direction direction, Fault fault) {
    add(direction, fault, 1);
  }

  /**
   * From now on this happens now and then.
   *
   * @param share of all that goes this way, from 0 to 1
   */
  public void add(Direction direction, Fault fault, double share) {
    faults.add(direction, fault, share);
  }

  /** Ends all faults; what was lost stays lost, and connections that are stalled stay so. */
  public void clear() {
    faults.clear();
    down = false;
  }

  /** Ends all faults, and breaks all connections, so that none is left that is stalled. */
  public void heal() {
    clear();
    connections.forEach(FaultyConnection::close);
  }

  /** Breaks all connections, and every new one at once, until {@link #clear()}. */
  public void down() {
    down = true;
    connections.forEach(FaultyConnection::close);
  }

  /** How often each kind of fault has happened, by its name. */
  public Map<String, Long> happened() {
    return faults.happened();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        connect(server.accept());
      } catch (IOException closed) {
        return;
      }
    }
  }

  /** A client that comes while the node is away loses its connection at once. */
  private void connect(Socket client) throws IOException {
    Socket upstream;
    try {
      upstream = new Socket(node.host(), node.port());
    } catch (IOException away) {
      client.close();
      return;
    }
    client.setTcpNoDelay(true);
    upstream.setTcpNoDelay(true);
    FaultyConnection connection = new FaultyConnection(client, upstream, faults, clock);
    connections.add(connection);
    if (down) {
      connection.close();
    }
    thread("commands", () -> pass(connection, connection::passCommands)).start();
    thread("answers", () -> pass(connection, connection::passAnswers)).start();
  }

  private void pass(FaultyConnection connection, Runnable direction) {
    try {
      direction.run();
    } finally {
      connections.remove(connection);
      connection.close();
    }
  }

  private Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, threads + name);
    thread.setDaemon(true);
    return thread;
  }

  /** Ends all connections; the node runs on. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close " + server, e);
    }
    connections.forEach(FaultyConnection::close);
    clock.shutdownNow();
    Threads.assertNoneAlive(threads, CLOSE_DEADLINE);
  }
}
