package io.holdfast.benchmarks.engine;

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

  private final int port;
  private final String cookie;
  private Socket socket;
  private InputStream in;

  /** The name of Tomcat's own cookie for a session. */
  public static final String SESSION = "JSESSIONID";

  /** Connects to a server whose cookie for a session is {@link #SESSION}. */
  public HttpConnection(int port) throws IOException {
    this(port, SESSION);
  }

  /**
   * Connects.
   *
   * @param cookie the name of the one that is of interest
   */
  public HttpConnection(int port, String cookie) throws IOException {
    this.port = port;
    this.cookie = cookie + "=";
    this.socket = connect(port);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
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
  public Answer get(String path, String sessionId) throws IOException {
    return exchange("GET " + path, sessionId, "");
  }

  /**
   * Gets a page of the measured application.
   *
   * @throws IOException if the status is not 200
   */
  public Answer page(String path, String sessionId) throws IOException {
    Answer answer = get("/" + Bench.APPLICATION + path, sessionId);
    if (answer.status() != 200) {
      throw new IOException(path + " was answered with " + answer.status());
    }
    return answer;
  }

  /** Posts a form, which is sent as it is. */
  public Answer post(String path, String sessionId, String form) throws IOException {
    String headers =
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n"
            .formatted(form.length());
    return exchange("POST " + path, sessionId, headers + form);
  }

  /** Gets a path without a session id; the server closes the connection, this another one. */
  public Answer getLast(String path) throws IOException {
    return exchange("GET " + path, "", "Connection: close\r\n\r\n");
  }

  private Answer exchange(String what, String sessionId, String rest) throws IOException {
    String session = sessionId.isEmpty() ? "" : "Cookie: " + cookie + sessionId + "\r\n";
    String head = what + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + session;
    String end = rest.isEmpty() ? "\r\n" : rest;
    socket.getOutputStream().write((head + end).getBytes(StandardCharsets.US_ASCII));
    return answer();
  }

  private Answer answer() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    String sessionSet = "";
    String location = "";
    int length = 0;
    boolean closing = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
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
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    if (closing) {
      reconnect();
    }
    return new Answer(status, sessionSet, location, body);
  }

  /** Waits until the server has closed the connection, and makes another one. */
  private void reconnect() throws IOException {
    if (in.read() >= 0) {
      throw new IOException("Port " + port + " sent more than its last answer");
    }
    socket.close();
    socket = connect(port);
    in = new BufferedInputStream(socket.getInputStream());
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
