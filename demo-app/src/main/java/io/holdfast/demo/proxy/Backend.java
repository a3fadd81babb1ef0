package io.holdfast.demo.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Sends requests to one Tomcat, over a new connection each time: a broken connection shows that
 * this Tomcat is dead.
 */
final class Backend {

  private static final Set<String> OF_ONE_CONNECTION =
      Set.of("connection", "content-length", "host", "keep-alive", "transfer-encoding", "upgrade");
  private static final int CONNECT_MILLIS = 1_000;
  private static final int READ_MILLIS = 30_000;

  private final int port;

  Backend(int port) {
    this.port = port;
  }

  /** The connection was refused: the request did not reach the Tomcat and can go to another one. */
  static final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusedException(String message, IOException cause) {
      super(message, cause);
    }
  }

  /**
   * Asks and waits for the whole answer.
   *
   * @throws RefusedException if the request did not reach the Tomcat
   * @throws IOException if the connection broke after that
   */
  Answer ask(Question question) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + port + question.uri())
                .toURL()
                .openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(CONNECT_MILLIS);
    connection.setReadTimeout(READ_MILLIS);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    setMethod(connection, question.method());
    question
        .headers()
        .forEach(
            (name, values) -> {
              if (!isOfOneConnection(name)) {
                values.forEach(value -> connection.addRequestProperty(name, value));
              }
            });
    connection.setRequestProperty("Connection", "close");
    if (question.body().length > 0) {
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(question.body().length);
    }
    connect(connection);
    return exchange(connection, question.body());
  }

  private static void setMethod(HttpURLConnection connection, String method) throws IOException {
    try {
      connection.setRequestMethod(method);
    } catch (ProtocolException e) {
      throw new IOException("the proxy of the demo does not know the method " + method, e);
    }
  }

  private static void connect(HttpURLConnection connection) throws IOException {
    try {
      connection.connect();
    } catch (ConnectException e) {
      throw new RefusedException("refused the connection", e);
    } catch (SocketTimeoutException e) {
      throw new RefusedException("did not accept the connection within 1 s", e);
    }
  }

  private static Answer exchange(HttpURLConnection connection, byte[] body) throws IOException {
    if (body.length > 0) {
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
    }
    int status = connection.getResponseCode();
    Map<String, List<String>> headers = new LinkedHashMap<>();
    // Header 0 is the status line; getHeaderFields would turn the order of equal names round.
    for (int i = 1; connection.getHeaderFieldKey(i) != null; i++) {
      String name = connection.getHeaderFieldKey(i);
      if (!isOfOneConnection(name)) {
        headers.computeIfAbsent(name, any -> new ArrayList<>()).add(connection.getHeaderField(i));
      }
    }
    try (InputStream content =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      return new Answer(status, headers, content == null ? new byte[0] : content.readAllBytes());
    }
  }

  private static boolean isOfOneConnection(String header) {
    return OF_ONE_CONNECTION.contains(header.toLowerCase(Locale.ROOT));
  }
}
