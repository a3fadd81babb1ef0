package io.holdfast.testkit;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A connection that carries lines of ASCII and blocks of bytes; for one thread. What fails is an
 * {@link UncheckedIOException}.
 */
public final class LineConnection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  private LineConnection(Socket socket, InputStream in) {
    this.socket = socket;
    this.in = in;
  }

  /**
   * Connects.
   *
   * @param timeout for the connection, and for each wait for an answer; zero waits for ever, which
   *     saves each read a system call
   */
  public static LineConnection open(String host, int port, Duration timeout) {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
      socket.setSoTimeout((int) timeout.toMillis());
      socket.setTcpNoDelay(true);
      return new LineConnection(socket, new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      close(socket);
      throw new UncheckedIOException("Cannot connect to " + host + ":" + port, e);
    }
  }

  /** Sends text in UTF-8 as it is. */
  public void send(String text) {
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes. */
  public void send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot send to " + socket, e);
    }
  }

  /** The next line without its end. */
  public String line() {
    try {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("closed after '" + line + "'");
        }
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("No answer from " + socket, e);
    }
  }

  /** The next so many bytes. */
  public byte[] bytes(int count) {
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

  /**
   * Takes the next line.
   *
   * @throws IllegalStateException if it is another one
   */
  public void expect(String expected) {
    String line = line();
    if (!line.equals(expected)) {
      throw new IllegalStateException("Expected '" + expected + "', got '" + line + "'");
    }
  }

  /**
   * Waits until the server closes the connection.
   *
   * @throws IllegalStateException if more comes before
   */
  public void awaitEnd() {
    try {
      if (in.read() >= 0) {
        throw new IllegalStateException("More than the last answer came from " + socket);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("No end of " + socket, e);
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
