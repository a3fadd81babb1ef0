package io.holdfast.benchmarks.engine;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to a port of 127.0.0.1 that carries lines and blocks of bytes; for one thread. */
public final class LineConnection implements Closeable {

  private final int port;
  private final Socket socket;
  private final InputStream in;

  /**
   * Connects.
   *
   * @param timeoutMillis after which an answer is too late; 0 waits forever, which saves each read
   *     a system call
   */
  public LineConnection(int port, int timeoutMillis) throws IOException {
    this.port = port;
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(timeoutMillis);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends text in ASCII as it is. */
  public void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends bytes. */
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** The next line without its end. */
  public String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("Port " + port + " closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /** The next so many bytes. */
  public byte[] bytes(int count) throws IOException {
    return in.readNBytes(count);
  }

  /** Waits for the server to close the connection; anything else that comes is an exception. */
  public void awaitEnd() throws IOException {
    if (in.read() >= 0) {
      throw new IOException("Port " + port + " sent more than its last answer");
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
