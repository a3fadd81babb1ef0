package io.holdfast.tomcat;

import io.holdfast.tomcat.ComparedTomcat.Whose;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Asks a {@link ComparedTomcat} in several protocols; what differs by nature is left out. */
final class ResponsesClient {

  private static final int TIMEOUT_MILLIS = 20_000;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  ResponsesClient(int port) {
    this.port = port;
  }

  /** What the server pushes with one response. */
  String pushed(Whose whose) {
    String cookie =
        client
            .sendAsync(request(whose, "/do/writer/1").build(), BodyHandlers.discarding())
            .join()
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow()
            .replaceFirst(";.*", "");
    HttpRequest pushing = request(whose, "/do/push").header("Cookie", cookie).build();
    Map<String, CompletableFuture<HttpResponse<byte[]>>> promises = new ConcurrentHashMap<>();
    HttpResponse<byte[]> response =
        client
            .sendAsync(
                pushing,
                BodyHandlers.ofByteArray(),
                (initial, promise, acceptor) ->
                    promises.put(
                        promise.uri().getPath(), acceptor.apply(BodyHandlers.ofByteArray())))
            .join();
    StringBuilder all = new StringBuilder(response.statusCode() + "\n");
    new TreeMap<>(promises)
        .forEach(
            (path, promise) ->
                all.append(path)
                    .append(' ')
                    .append(promise.join().statusCode())
                    .append(' ')
                    .append(promise.join().body().length)
                    .append('\n'));
    return comparable(whose, all.toString());
  }

  /** The responses to a request and to a next one on the same connection. */
  String twice(Whose whose, String path) throws IOException {
    String first = head(whose, "GET", path) + "\r\n";
    String next = head(whose, "GET", "/do/writer/1") + "Connection: close\r\n\r\n";
    return send(whose, first, next);
  }

  /**
   * The response to one request over HTTP/1.1.
   *
   * @param headers with the end of each line
   */
  String http1(Whose whose, String method, String path, String headers, String body)
      throws IOException {
    return send(whose, head(whose, method, path) + headers + "Connection: close\r\n\r\n" + body);
  }

  /** The response to a request that may be answered with fewer bytes. */
  String compressed(Whose whose, String path) throws IOException {
    return http1(whose, "GET", path, "Accept-Encoding: gzip\r\n", "");
  }

  /** The response over HTTP/1.0, where the end of the connection may be the only end. */
  String http10(Whose whose, String path) throws IOException {
    return send(whose, "GET %s%s HTTP/1.0\r\n\r\n".formatted(whose.path(), path));
  }

  private static String head(Whose whose, String method, String path) {
    return "%s %s%s HTTP/1.1\r\nHost: localhost\r\n".formatted(method, whose.path(), path);
  }

  /** Sends all at once, and reads until the server closes the connection. */
  private String send(Whose whose, String... requests) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByAddress(LOOPBACK), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket
          .getOutputStream()
          .write(String.join("", requests).getBytes(StandardCharsets.ISO_8859_1));
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        socket.getInputStream().transferTo(answer);
      } catch (IOException e) {
        if (requests.length == 1 || answer.size() == 0) {
          throw e;
        } // the second request was on its way when the server closed
      }
      return comparable(whose, answer.toString(StandardCharsets.ISO_8859_1));
    }
  }

  /** The response over HTTP/2; "failed" if its stream was reset. */
  String http2(Whose whose, String path) throws InterruptedException {
    try {
      HttpResponse<byte[]> response =
          client.send(request(whose, path).build(), BodyHandlers.ofByteArray());
      return comparable(
          whose,
          "%s %d%n%s%n%s"
              .formatted(
                  response.version(),
                  response.statusCode(),
                  new TreeMap<>(response.headers().map()),
                  new String(response.body(), StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      return "failed"; // a stream that is reset in all of them
    }
  }

  private HttpRequest.Builder request(Whose whose, String path) {
    URI uri = URI.create("http://127.0.0.1:%d%s%s".formatted(port, whose.path(), path));
    return HttpRequest.newBuilder(uri)
        .version(HttpClient.Version.HTTP_2)
        .timeout(Duration.ofMillis(TIMEOUT_MILLIS));
  }

  private static String comparable(Whose whose, String answer) {
    return answer
        .replace(whose.path().substring(1), "context")
        .replaceAll("JSESSIONID=[^;,\\]]+", "JSESSIONID=id")
        .replaceAll("(?i)(date[:=]) ?\\[?[A-Z][a-z]{2}, [^\\r\\n\\]]+", "$1 now")
        .replaceAll("boundary=\\S+|CATALINA_MIME_BOUNDARY\\S*", "boundary");
  }
}
