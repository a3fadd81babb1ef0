package io.holdfast.benchmarks.engine;

import io.holdfast.testkit.LineConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One kept-alive connection to a port of 127.0.0.1; for one thread. It understands answers with a
 * {@code Content-Length}, which is all that the measured application gives.
 */
public final class HttpConnection implements AutoCloseable {

  private static final String COOKIE = "JSESSIONID=";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final int port;
  private LineConnection connection;

  /** Connects. */
  public HttpConnection(int port) {
    this.port = port;
    this.connection = connect(port);
  }

  /**
   * An answer.
   *
   * @param status the HTTP status
   * @param newSessionId the session id that the answer set, empty if none
   * @param body its content
   */
  public record Answer(int status, String newSessionId, String body) {}

  /** Gets a path with a session id, none if that is empty. */
  public Answer get(String path, String sessionId) {
    return exchange(path, sessionId, "\r\n");
  }

  /**
   * Gets a page of the measured application.
   *
   * @throws IOException if the status is not 200
   */
  public Answer page(String path, String sessionId) throws IOException {
    return page(Bench.APPLICATION, path, sessionId);
  }

  /** The same of one of several applications. */
  public Answer page(String application, String path, String sessionId) throws IOException {
    Answer answer = get("/" + application + path, sessionId);
    if (answer.status() != 200) {
      throw new IOException(path + " was answered with " + answer.status());
    }
    return answer;
  }

  /** Gets a path without a session id; the server closes the connection, this another one. */
  public Answer getLast(String path) {
    return exchange(path, "", "Connection: close\r\n\r\n");
  }

  private Answer exchange(String path, String sessionId, String end) {
    String session = sessionId.isEmpty() ? "" : "Cookie: " + COOKIE + sessionId + "\r\n";
    connection.send(
        "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + session + end);
    return answer();
  }

  private Answer answer() {
    int status = Integer.parseInt(connection.line().split(" ", 3)[1]);
    String sessionSet = "";
    int length = 0;
    boolean closing = false;
    for (String header = connection.line(); !header.isEmpty(); header = connection.line()) {
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
    String body = new String(connection.bytes(length), StandardCharsets.UTF_8);
    if (closing) {
      connection.awaitEnd();
      connection.close();
      connection = connect(port);
    }
    return new Answer(status, sessionSet, body);
  }

  private static LineConnection connect(int port) {
    return LineConnection.open("127.0.0.1", port, TIMEOUT);
  }

  @Override
  public void close() {
    connection.close();
  }
}
