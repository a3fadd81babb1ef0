package io.holdfast.core.storage.memcached;

import io.holdfast.core.discovery.FoundNodes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What a server answers over a blocking connection, mostly lines. A server that sends its bytes one
 * by one, or no end of a line, cannot hold up who reads.
 */
final class AnswerLines {

  private static final int LONGEST = 4_096;
  private static final int BUFFER_SIZE = 8_192;
  private static final int MOST_FIGURES = 1_000;
  private static final int DELETE = 127;

  private final InputStream in;
  private final OutputStream out;
  private final long end;
  private final LongSupplier nanoTime;

  /**
   * Creates it.
   *
   * @param nanos how long all lines together may take; a single read takes as long as the socket's
   *     timeout allows
   */
  AnswerLines(Socket socket, long nanos, LongSupplier nanoTime) throws IOException {
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_SIZE);
    this.out = socket.getOutputStream();
    this.end = nanoTime.getAsLong() + nanos;
    this.nanoTime = nanoTime;
  }

  /** Sends a command and reads the first line of its answer. */
  String ask(String command) throws IOException {
    return ask((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** The same for a command with its end of line. */
  String ask(byte[] command) throws IOException {
    send(command);
    return next();
  }

  /** Sends bytes as they are. */
  void send(byte[] command) throws IOException {
    out.write(command);
    out.flush();
  }

  /** Queries figures by their names; empty if the node refuses the question, as proxies do. */
  Map<String, String> figures(String command) throws IOException {
    Map<String, String> figures = new LinkedHashMap<>();
    String line = ask(command);
    while (line.startsWith("STAT ") && figures.size() < MOST_FIGURES) {
      String[] words = line.split(" ", 3);
      figures.put(words[1], words.length == 3 ? words[2] : "");
      line = next();
    }
    boolean isRefused = figures.isEmpty() && line.contains("ERROR");
    if (!line.equals("END") && !isRefused) {
      throw notMemcached(line);
    }
    return figures;
  }

  /** Reads a line; what cannot be printed is replaced by question marks. */
  String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = read(); next != '\n'; next = read()) {
      boolean isPrintable = next >= ' ' && next < DELETE;
      line.write(isPrintable || next == '\r' ? next : '?');
      if (line.size() > LONGEST) {
        throw new IOException("this is no memcached, a line of its answer does not end");
      }
    }
    return line.toString(StandardCharsets.US_ASCII).stripTrailing();
  }

  /** The server is of another kind; quotes how its answer begins. */
  static IOException notMemcached(String answer) {
    return new IOException(
        "this is no memcached, it answers %s".formatted(FoundNodes.quoted(answer)));
  }

  /** Reads so many bytes as they are. */
  byte[] bytes(int count) throws IOException {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) read();
    }
    return bytes;
  }

  private int read() throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new EOFException();
    }
    if (nanoTime.getAsLong() - end > 0) {
      throw new SocketTimeoutException();
    }
    return next;
  }
}
