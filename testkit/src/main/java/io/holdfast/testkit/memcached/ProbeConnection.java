package io.holdfast.testkit.memcached;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection that speaks in lines and blocks of bytes. */
final class ProbeConnection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  private ProbeConnection(Socket socket, InputStream in) {
    this.socket = socket;
    this.in = in;
  }

  static ProbeConnection open(String host, int port, Duration timeout) {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
      socket.setSoTimeout((int) timeout.toMillis());
      return new ProbeConnection(socket, new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      close(socket);
      throw new UncheckedIOException("Cannot connect to " + host + ":" + port, e);
    }
  }

  void send(String text) {
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  void send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot send to " + socket, e);
    }
  }

  /** The next line without its end. */
  String line() {
    try {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b != '\n'; b = in.read()) {
        if (b < 0) {
          throw new EOFException("closed after '" + line.toString(StandardCharsets.UTF_8) + "'");
        }
        line.write(b);
      }
      String text = line.toString(StandardCharsets.UTF_8);
      return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    } catch (IOException e) {
      throw new UncheckedIOException("No answer from " + socket, e);
    }
  }

  byte[] bytes(int count) {
    try {
      byte[] bytes = in.readNBytes(count);
      if (bytes.length < count) {
        throw new EOFException("closed after " + bytes.length + " of " + count + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("No answer from " + socket, e);
    }
  }

  void expect(String expected) {
    String line = line();
    if (!line.equals(expected)) {
      throw new IllegalStateException("Expected '" + expected + "', got '" + line + "'");
    }
  }

  @Override
  public void close() {
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close " + socket, e);
    }
  }
}
