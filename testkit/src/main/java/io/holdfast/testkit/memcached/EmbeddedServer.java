package io.holdfast.testkit.memcached;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Listens on a port and serves each connection on a daemon thread of its own. */
final class EmbeddedServer implements AutoCloseable {

  static final String THREAD_PREFIX = "holdfast-embedded-memcached-";

  private static final System.Logger LOG = System.getLogger(EmbeddedServer.class.getName());
  private static final Duration END_DEADLINE = Duration.ofSeconds(5);

  private final ServerSocket listener;
  private final ItemStore store;
  private final FreezeGate gate = new FreezeGate();
  private final Map<Socket, Thread> connections = new ConcurrentHashMap<>();
  private final Thread acceptor;

  private EmbeddedServer(ServerSocket listener, ItemStore store) {
    this.listener = listener;
    this.store = store;
    this.acceptor = daemon("accept-" + listener.getLocalPort(), this::accept);
  }

  static EmbeddedServer start(int port, ItemStore store) throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.setReuseAddress(true);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    EmbeddedServer server = new EmbeddedServer(listener, store);
    server.acceptor.start();
    return server;
  }

  FreezeGate gate() {
    return gate;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread thread = daemon(listener.getLocalPort() + "-" + socket.getPort(), () -> run(socket));
        connections.put(socket, thread);
        thread.start();
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "accepting ended or failed", e);
      }
    }
    connections.keySet().forEach(EmbeddedServer::close);
  }

  private void run(Socket socket) {
    try (socket;
        OutputStream out = new BufferedOutputStream(socket.getOutputStream())) {
      socket.setTcpNoDelay(true);
      serve(new CommandReader(socket.getInputStream(), out), out);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "connection broken", e);
    } finally {
      connections.remove(socket);
    }
  }

  private void serve(CommandReader reader, OutputStream out) throws IOException {
    TextProtocol protocol = new TextProtocol(reader, out, store);
    for (String line = reader.line(); line != null; line = reader.line()) {
      gate.pass();
      if (!protocol.execute(Command.parse(line))) {
        return;
      }
      gate.pass();
    }
  }

  @Override
  public void close() {
    gate.close();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close " + listener, e);
    }
    join(acceptor);
    for (Map.Entry<Socket, Thread> connection : connections.entrySet()) {
      close(connection.getKey());
      join(connection.getValue());
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing failed", e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(END_DEADLINE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for " + thread.getName(), e);
    }
    if (thread.isAlive()) {
      throw new IllegalStateException(thread.getName() + " did not end in " + END_DEADLINE);
    }
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, THREAD_PREFIX + name);
    thread.setDaemon(true);
    return thread;
  }
}
