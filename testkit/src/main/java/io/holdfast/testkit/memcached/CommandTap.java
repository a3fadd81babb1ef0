package io.holdfast.testkit.memcached;

import io.holdfast.testkit.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of a node, notes each command that clients send in the text protocol, and lets
 * answers arrive as late as over a long line.
 */
public final class CommandTap implements AutoCloseable {

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final MemcachedNode node;
  private final ServerSocket server;
  private final String threads = "holdfast-testkit-tap-" + COUNT.incrementAndGet() + "-";
  private final ScheduledExecutorService line =
      Executors.newSingleThreadScheduledExecutor(task -> thread("line", task));
  private final Queue<String> commands = new ConcurrentLinkedQueue<>();
  private final Set<TappedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile Duration delay = Duration.ZERO;

  private CommandTap(MemcachedNode node, ServerSocket server) {
    this.node = node;
    this.server = server;
  }

  /** Opens a port of 127.0.0.1 that leads to the node, which stays its owner's. */
  public static CommandTap before(MemcachedNode node) {
    try {
      ServerSocket server = new ServerSocket(0, 0, InetAddress.getByName(node.host()));
      CommandTap tap = new CommandTap(node, server);
      tap.thread("accept", tap::accept).start();
      return tap;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot stand in front of " + node, e);
    }
  }

  /** {@code host:port} for clients. */
  public String address() {
    return node.host() + ":" + server.getLocalPort();
  }

  /** Verb and key of each command about an item so far, such as {@code gets abc}. */
  public List<String> commands() {
    return List.copyOf(commands);
  }

  /** From now on answers arrive that much later; those to commands sent together stay together. */
  public void delayAnswers(Duration time) {
    delay = time;
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
    TappedConnection connection =
        new TappedConnection(client, upstream, commands::add, line, () -> delay);
    connections.add(connection);
    thread("commands", () -> pass(connection, connection::passCommands)).start();
    thread("answers", () -> pass(connection, connection::passAnswers)).start();
  }

  private void pass(TappedConnection connection, Runnable direction) {
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
    connections.forEach(TappedConnection::close);
    line.shutdownNow();
    Threads.assertNoneAlive(threads, CLOSE_DEADLINE);
  }
}
