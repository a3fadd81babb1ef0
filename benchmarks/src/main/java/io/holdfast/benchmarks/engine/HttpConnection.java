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

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final int port;
  private final String cookie;
  private LineConnection connection;

  /** The name of Tomcat's own cookie for a session. */
  public static final String SESSION = "JSESSIONID";

  /** Connects to a server whose cookie for a session is {@link #SESSION}. */
  public HttpConnection(int port) {
    this(port, SESSION);
  }

  /**
   * Connects.
   *
   * @param cookie the name of the one that is of interest
   */
  public HttpConnection(int port, String cookie) {
    this.port = port;
    this.cookie = cookie + "=";
    this.connection = connect(port);
  }

  /**
   * An answer.
   *
   * @param status the HTTP status
   * @param newSessionId the session id that the answer set, empty if none
   * @param location where it redirects to, empty if nowhere
   * @param body its content
   */
  public record Answer(int status, String newSessionId, String location, String body) {}

  /** Gets a path with a session id, none if that is empty. */
  public Answer get(String path, String sessionId) {
    return exchange("GET " + path, sessionId, "");
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

  /** Posts a form, which is sent as it is. */
  public Answer post(String path, String sessionId, String form) {
    String headers =
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n"
            .formatted(form.length());
    return exchange("POST " + path, sessionId, headers + form);
  }

  /** Gets a path without a session id; the server closes the connection, this another one. */
  public Answer getLast(String path) {
    return exchange("GET " + path, "", "Connection: close\r\n\r\n");
  }

  private Answer exchange(String what, String sessionId, String rest) {
    String session = sessionId.isEmpty() ? "" : "Cookie: " + cookie + sessionId + "\r\n";
    String head = what + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + session;
    String end = rest.isEmpty() ? "\r\n" : rest;
    connection.send(head + end);
    return answer();
  }

  private Answer answer() {
    int status = Integer.parseInt(connection.line().split(" ", 3)[1]);
    String sessionSet = "";
    String location = "";
    int length = 0;
    boolean closing = false;
    for (String header = connection.line(); !header.isEmpty(); header = connection.line()) {
      String name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
      String value = header.substring(header.indexOf(':') + 1).strip();
      switch (name) {
        case "content-length" -> length = Integer.parseInt(value);
        case "location" -> location = value;
        case "connection" -> closing = value.equals("close");
        case "set-cookie" -> {
          if (value.startsWith(cookie)) {
            sessionSet = value.substring(cookie.length()).split(";", 2)[0];
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
    return new Answer(status, sessionSet, location, body);
  }

  private static LineConnection connect(int port) {
    return LineConnection.open("127.0.0.1", port, TIMEOUT);
  }

  @Override
  public void close() {
    connection.close();
  }
}
