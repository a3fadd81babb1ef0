package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.http.HttpFilter;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The responses to a hundred kinds of requests are, up to times and the ids of sessions, those of
 * Tomcat with its own manager: line of status, headers, bytes of the body, trailers.
 */
@Timeout(300)
class ResponsesTest {

  private static final Logger QUIET = Logger.getLogger("org.apache");
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Around Tomcat's buffers, and above the least that is sent with {@code sendfile}. */
  private static final List<Integer> PAGES = List.of(0, 1, 166, 8191, 8192, 8193, 20_000, 200_000);

  private static final List<String> PREFIXES =
      List.of("writer=21", "stream=21", "writer=9000", "stream=9000", "writer=20000", "flush=21");

  private static ComparedTomcat tomcat;
  private static HttpClient client;

  /** One request over HTTP/1.1. */
  private record Call(String method, String path, String headers, String body) {

    Call(String path) {
      this("GET", path, "", "");
    }

    @Override
    public String toString() {
      return method + " " + path + " " + headers.strip();
    }
  }

  @BeforeAll
  static void startTomcat(@TempDir Path base) throws IOException {
    QUIET.setLevel(Level.OFF);
    Path docBase = Files.createDirectories(base.resolve("files"));
    for (int size : PAGES) {
      Files.writeString(docBase.resolve("page-" + size + ".txt"), "p".repeat(size));
    }
    tomcat = ComparedTomcat.start(base, docBase, ResponsesTest::describe);
    client = HttpClient.newHttpClient();
  }

  private static void describe(StandardContext context) {
    Wrapper files = Tomcat.addServlet(context, "default", new DefaultServlet());
    files.setAsyncSupported(true);
    files.addMapping("/");
    Wrapper kinds = Tomcat.addServlet(context, "kinds", new ResponseKinds());
    kinds.setAsyncSupported(true);
    kinds.addMapping("/do/*");
    context.addMimeMapping("txt", "text/plain");
    FilterDef definition = new FilterDef();
    definition.setFilterName("prefix");
    definition.setFilterClass(Prefix.class.getName());
    definition.setAsyncSupported("true");
    FilterMap mapping = new FilterMap();
    mapping.setFilterName("prefix");
    mapping.addURLPattern("*.txt");
    context.addFilterDef(definition);
    context.addFilterMap(mapping);
    ErrorPage page = new ErrorPage();
    page.setErrorCode(410);
    page.setLocation("/do/writer/500");
    context.addErrorPage(page);
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
    QUIET.setLevel(null);
  }

  private static List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    for (String path : ResponseKinds.paths()) {
      calls.add(new Call("/do/" + path));
      calls.add(new Call("HEAD", "/do/" + path, "", ""));
    }
    for (int size : PAGES) {
      String page = "/page-" + size + ".txt";
      calls.add(new Call(page));
      calls.add(new Call("HEAD", page, "", ""));
      calls.add(new Call("GET", page, "Range: bytes=10-99\r\n", ""));
      calls.add(new Call("GET", page, "Range: bytes=0-9,50-59\r\n", ""));
      calls.add(new Call("GET", page, "Accept-Encoding: gzip\r\n", ""));
      calls.add(new Call("GET", page, "If-None-Match: *\r\n", ""));
      PREFIXES.forEach(prefix -> calls.add(new Call(page + "?" + prefix)));
    }
    for (String path : List.of("writer/500", "writer/24577", "pieces/100000", "flush/8193")) {
      calls.add(new Call("GET", "/do/" + path, "Accept-Encoding: gzip\r\n", ""));
      calls.add(new Call("POST", "/do/" + path, "Content-Length: 5\r\n", "a=b&c"));
    }
    calls.add(new Call("GET", "/do/head/trailers", "TE: trailers\r\n", ""));
    calls.add(new Call("POST", "/do/head/body-read", "Content-Length: 5\r\n", "12345"));
    calls.add(
        new Call(
            "POST",
            "/do/head/body-read",
            "Content-Length: 5\r\nExpect: 100-continue\r\n",
            "12345"));
    calls.add(new Call("OPTIONS", "/page-166.txt", "", ""));
    calls.add(new Call("TRACE", "/page-166.txt", "", ""));
    calls.add(new Call("DELETE", "/page-166.txt", "", ""));
    calls.add(new Call("/nowhere"));
    return calls;
  }

  private static Stream<Arguments> callsOfEachMode() {
    return calls().stream()
        .flatMap(
            call ->
                Stream.of(Arguments.of(Whose.NON_STICKY, call), Arguments.of(Whose.STICKY, call)));
  }

  @ParameterizedTest
  @MethodSource("callsOfEachMode")
  void responseWhenSentByHttp1ThenIsThatOfTomcat(Whose whose, Call call) throws IOException {
    String expected = exchange(Whose.TOMCATS, call);

    assertEquals(expected, exchange(whose, call));
  }

  @Test
  void callsWhenCountedThenAreMoreThanAHundred() {
    assertTrue(calls().size() > 100, () -> "" + calls().size());
  }

  private static Stream<Arguments> pathsOfEachMode() {
    Stream<String> kinds = ResponseKinds.paths().stream().map(path -> "/do/" + path);
    Stream<String> pages =
        PAGES.stream().flatMap(size -> PREFIXES.stream().map(p -> "/page-" + size + ".txt?" + p));
    return Stream.concat(kinds, pages)
        .filter(path -> !path.equals("/page-200000.txt?stream=21")) // Tomcat sends too much
        .flatMap(
            path ->
                Stream.of(Arguments.of(Whose.NON_STICKY, path), Arguments.of(Whose.STICKY, path)));
  }

  @ParameterizedTest
  @MethodSource("pathsOfEachMode")
  void responseWhenSentByHttp2ThenIsThatOfTomcat(Whose whose, String path)
      throws InterruptedException {
    String expected = http2(Whose.TOMCATS, path);

    assertEquals(expected, http2(whose, path));
  }

  /** A response whose end is wrong spoils the next one on its connection. */
  @ParameterizedTest
  @MethodSource("pathsOfEachMode")
  void nextResponseWhenOnTheSameConnectionThenIsThatOfTomcat(Whose whose, String path)
      throws IOException {
    String expected = twice(Whose.TOMCATS, path);

    assertEquals(expected, twice(whose, path));
  }

  private static String twice(Whose whose, String path) throws IOException {
    String first = head(whose, "GET", path) + "\r\n";
    String next = head(whose, "GET", "/do/writer/1") + "Connection: close\r\n\r\n";
    return send(whose, first, next);
  }

  private static String exchange(Whose whose, Call call) throws IOException {
    return send(
        whose,
        head(whose, call.method(), call.path())
            + call.headers()
            + "Connection: close\r\n\r\n"
            + call.body());
  }

  private static String head(Whose whose, String method, String path) {
    return "%s %s%s HTTP/1.1\r\nHost: localhost\r\n".formatted(method, whose.path(), path);
  }

  /** Sends all at once, and reads until the server closes the connection. */
  private static String send(Whose whose, String... requests) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByAddress(LOOPBACK), tomcat.port())) {
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

  private static String http2(Whose whose, String path) throws InterruptedException {
    URI uri = URI.create("http://127.0.0.1:%d%s%s".formatted(tomcat.port(), whose.path(), path));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .version(HttpClient.Version.HTTP_2)
            .timeout(Duration.ofMillis(TIMEOUT_MILLIS))
            .build();
    try {
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
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

  private static String comparable(Whose whose, String answer) {
    return answer
        .replace(whose.path().substring(1), "context")
        .replaceAll("JSESSIONID=[^;,\\]]+", "JSESSIONID=id")
        .replaceAll("(?i)(date[:=]) ?\\[?[A-Z][a-z]{2}, [^\\r\\n\\]]+", "$1 now")
        .replaceAll("boundary=\\S+|CATALINA_MIME_BOUNDARY\\S*", "boundary");
  }

  /** Writes as many bytes as the query says before the page. */
  public static final class Prefix extends HttpFilter {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      request.getSession().setAttribute("changed", System.nanoTime());
      String query = request.getQueryString();
      if (query != null) {
        String text = "f".repeat(Integer.parseInt(query.substring(query.indexOf('=') + 1)));
        if (query.startsWith("stream")) {
          response.getOutputStream().print(text);
        } else {
          response.getWriter().print(text);
        }
        if (query.startsWith("flush")) {
          response.flushBuffer();
        }
      }
      chain.doFilter(request, response);
    }
  }
}
