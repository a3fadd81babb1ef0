package io.holdfast.benchmarks;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One kept-alive connection to a port of 127.0.0.1; for one thread. It understands answers with a
 * {@code Content-Length}, which is all that the measured application gives.
 */
public final class HttpConnection implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String COOKIE = "JSESSIONID=";

  private final int port;
  private final Socket socket;
  private final InputStream in;

  /** Connects. */
  public HttpConnection(int port) throws IOException {
    this.port = port;
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * An answer.
   *
   * @param status the HTTP status
   * @param newSessionId the session id that the answer set, empty if none
   * @param closing whether the server closes the connection
   * @param body its content
   */
  public record Answer(int status, String newSessionId, boolean closing, String body) {}

  /** Gets a path with a session id, none if that is empty. */
  public Answer get(String path, String sessionId) throws IOException {
    String cookie = sessionId.isEmpty() ? "" : "Cookie: " + COOKIE + sessionId + "\r\n";
    String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + cookie;
    socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    String sessionSet = "";
    int length = 0;
    boolean closing = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
      String value = header.substring(header.indexOf(':') + 1).strip();
      switch (name) {
        case "content-length" -> length = Integer.parseInt(value);
        case "connection" -> closing = value.equals("close");
        case "set-cookie" -> {
          if (value.startsWith(COOKIE)) {
            sessionSet = value.substring(COOKIE.length()).split(";", 2)[0];
          }
        }
        default -> {
          // of no interest here
        }
      }
    }
    String body = new String(in.readNBytes(length), StandardCharsets.US_ASCII);
    return new Answer(status, sessionSet, closing, body);
  }

  private String line() throws IOException {
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

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
