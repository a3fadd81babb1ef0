package io.holdfast.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** Answers whatever it is sent as a web server does that does not understand it. */
final class WebServer implements AutoCloseable {

  private static final byte[] ANSWER =
      "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket server;
  private final Thread thread = new Thread(this::serve, "web-server");

  WebServer() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        if (client.getInputStream().read() >= 0) {
          client.getOutputStream().write(ANSWER);
          client.shutdownOutput();
          client.getInputStream().readAllBytes();
        }
      } catch (SocketException reset) {
        // by a client that has read enough
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
