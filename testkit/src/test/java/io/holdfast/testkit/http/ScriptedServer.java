package io.holdfast.testkit.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** Gives each connection the next prepared answer, whatever was asked, and closes it. */
final class ScriptedServer implements AutoCloseable {

  private final ServerSocket listener;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  ScriptedServer() {
    try {
      listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::serve, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  void answer(String bytes) {
    answers.add(bytes);
  }

  String request(int index) {
    return requests.get(index);
  }

  int requests() {
    return requests.size();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        requests.add(head(socket.getInputStream()));
        socket.getOutputStream().write(answers.take().getBytes(StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return head.toString();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
