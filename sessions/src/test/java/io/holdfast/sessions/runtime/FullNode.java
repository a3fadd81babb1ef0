package io.holdfast.sessions.runtime;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A memcached that has nothing, and no memory for anything, which it says. */
final class FullNode implements AutoCloseable {

  private static final Set<String> WITH_DATA = Set.of("set", "add", "cas", "append");
  private static final int LENGTH = 4;

  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();

  FullNode() {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /** How many values it was to store so far. */
  int refused() {
    return refused.get();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "full-node");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        DataInputStream in = new DataInputStream(socket.getInputStream())) {
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        socket
            .getOutputStream()
            .write((answer(line, in) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException closed) {
      open.remove(socket);
    }
  }

  private String answer(String line, DataInputStream in) throws IOException {
    String[] words = line.split(" ", -1);
    if (WITH_DATA.contains(words[0])) {
      in.readFully(new byte[Integer.parseInt(words[LENGTH]) + 2]);
      refused.incrementAndGet();
      return "SERVER_ERROR out of memory storing object";
    }
    return switch (words[0]) {
      case "version" -> "VERSION 1.6.0";
      case "delete", "touch" -> "NOT_FOUND";
      default -> "END";
    };
  }

  /** Without its end; empty at the end of the stream. */
  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
