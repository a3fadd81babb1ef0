package io.holdfast.examples.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * A form whose body is late: the application is reading it until {@link #finish}.
 *
 * <p>The answer ends with the connection: Spring flushes a page before its request has ended, and
 * Tomcat closes the connection after that, when the backup is done.
 */
final class LateForm implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final BufferedReader answer;
  private final String body;

  private LateForm(Socket socket, BufferedReader answer, String body) {
    this.socket = socket;
    this.answer = answer;
    this.body = body;
  }

  /** Sends the head, and returns when Tomcat has asked for the body. */
  static LateForm begin(int port, String cookie, String body) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      LateForm post = new LateForm(socket, answer, body);
      post.send(
          """
          POST / HTTP/1.1
          Host: 127.0.0.1
          Connection: close
          Expect: 100-continue
          Cookie: %s
          Content-Type: application/x-www-form-urlencoded
          Content-Length: %d

          """
              .formatted(cookie, body.length())
              .replace("\n", "\r\n"));
      String asked = answer.readLine();
      if (asked == null || !asked.startsWith("HTTP/1.1 100")) {
        throw new IllegalStateException("not asked for the body but answered: " + asked);
      }
      return post;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends the body, and returns the answer. */
  String finish() {
    try {
      send(body);
      return answer.lines().collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
