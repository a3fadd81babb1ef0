package io.holdfast.testkit.relay;

import io.holdfast.testkit.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** A port beside a server's, on the same address, that leads to it. */
public final class Relay implements AutoCloseable {

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final InetSocketAddress node;
  private final ServerSocket server;
  private final Joint joint;
  private final String threads = "holdfast-testkit-relay-" + COUNT.incrementAndGet() + "-";
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> thread("clock", task));
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean refusing;

  /** Makes a connection of its two sides. */
  public interface Joint {
    /**
     * Joins the sides.
     *
     * @param clock runs delayed tasks, one at a time
     */
    RelayedConnection join(Socket client, Socket node, ScheduledExecutorService clock);
  }

  private Relay(InetSocketAddress node, ServerSocket server, Joint joint) {
    this.node = node;
    this.server = server;
    this.joint = joint;
  }

  /** Opens the port. */
  public static Relay before(InetSocketAddress node, Joint joint) {
    try {
      ServerSocket server = new ServerSocket(0, 0, node.getAddress());
      Relay relay = new Relay(node, server, joint);
      relay.thread("accept", relay::accept).start();
      return relay;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot stand in front of " + node, e);
    }
  }

  /** {@code host:port} for clients. */
  public String address() {
    return server.getInetAddress().getHostAddress() + ":" + port();
  }

  /** The port for clients, the same for the whole life of the relay. */
  public int port() {
    return server.getLocalPort();
  }

  /** Sets whether new connections break at once. */
  public void refuse(boolean refuses) {
    refusing = refuses;
  }

  /** Breaks the present connections. */
  public void breakConnections() {
    connections.forEach(RelayedConnection::close);
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
      upstream = new Socket(node.getAddress(), node.getPort());
    } catch (IOException away) {
      client.close();
      return;
    }
    client.setTcpNoDelay(true);
    upstream.setTcpNoDelay(true);
    RelayedConnection connection = joint.join(client, upstream, clock);
    connections.add(connection);
    if (refusing) {
      connection.close();
    }
    thread("commands", () -> pass(connection, connection::passCommands)).start();
    thread("answers", () -> pass(connection, connection::passAnswers)).start();
  }

  private void pass(RelayedConnection connection, Runnable direction) {
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
    breakConnections();
    clock.shutdownNow();
    Threads.assertNoneAlive(threads, CLOSE_DEADLINE);
  }
}
