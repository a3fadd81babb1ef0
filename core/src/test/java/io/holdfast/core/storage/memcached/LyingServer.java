package io.holdfast.core.storage.memcached;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/**
 * A server that answers {@code version} and {@code stats settings} as memcached would and
 * everything else as the test says: a line for a line, {@link #SILENCE}, or {@link #HANG_UP}. After
 * a silence it does not answer these two on that connection either: answers come in the order of
 * questions. Values that are sent must be one line.
 */
final class LyingServer implements AutoCloseable {

  static final String SILENCE = "silence";
  static final String HANG_UP = "hang up";

  private volatile String version = "1.6.0-lying";
  private volatile String setting = "";
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Set<Socket> silent = ConcurrentHashMap.newKeySet();
  private final Queue<String> replies = new ConcurrentLinkedQueue<>();
  private volatile UnaryOperator<String> answers;

  LyingServer(UnaryOperator<String> answers) {
    this.answers = answers;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  void answer(UnaryOperator<String> next) {
    answers = next;
  }

  /** Sends a line over every connection, asked or not. */
  void say(String line) {
    silent.clear();
    for (Socket socket : open) {
      try {
        send(socket, line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** From now on it says that it is of this version. */
  void announce(String announced) {
    version = announced;
  }

  /** From now on it says that it is a proxy of memcached's own kind. */
  void announceProxy() {
    setting = "STAT proxy_enabled yes\r\n";
  }

  /** The commands so far, without {@code version} and {@code stats settings}. */
  Queue<String> replies() {
    return replies;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "lying-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException closed) {
      open.forEach(LyingServer::close);
    }
  }

  private void serve(Socket socket) {
    try (socket;
        var in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("version") && !silent.contains(socket)) {
          send(socket, "VERSION " + version);
          continue;
        }
        if (line.equals("stats settings") && !silent.contains(socket)) {
          send(socket, "STAT cas_enabled yes\r\n" + setting + "END");
          continue;
        }
        if (line.matches("(set|ms|append) .*")) {
          in.readLine();
        }
        replies.add(line);
        String answer = answers.apply(line);
        if (answer.equals(HANG_UP)) {
          return;
        }
        if (answer.equals(SILENCE)) {
          silent.add(socket);
        } else {
          send(socket, answer);
        }
      }
    } catch (IOException closed) {
      open.remove(socket);
    }
    open.remove(socket);
  }

  private static void send(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      open.forEach(LyingServer::close);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
