package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.tomcat.ComparedTomcat.Whose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The responses to a hundred kinds of requests are, up to times and the ids of sessions, those of
 * Tomcat with its own manager: line of status, headers, bytes of the body, trailers.
 */
@Timeout(300)
class ResponsesTest {

  private static final Logger QUIET = Logger.getLogger("org.apache");

  /**
   * With nothing but its own manager Tomcat 9.0.118 gives a few in a thousand of these requests an
   * empty 500, behind streams that it has reset; several in a row, for all of 16 ms on a machine
   * that is busy.
   */
  static final int HTTP2_ATTEMPTS = 50;

  /** Around Tomcat's buffers, and above the least that is sent with {@code sendfile}. */
  private static final List<Integer> PAGES =
      List.of(0, 1, 166, 8191, 8192, 8193, 20_000, 49_151, 49_152, 200_000);

  private static final List<String> PREFIXES =
      List.of("writer=21", "stream=21", "writer=9000", "stream=9000", "writer=20000", "flush=21");

  private static ComparedTomcat tomcat;
  private static ResponsesClient client;
  private static Answer last = new Answer("", "");

  /** What Tomcat with its own manager has answered; both modes are compared with it in turn. */
  private record Answer(String request, String text) {}

  private interface Asking {
    String of(Whose whose) throws IOException;
  }

  private static String expected(String request, Asking asking) throws IOException {
    if (!last.request.equals(request)) {
      last = new Answer(request, asking.of(Whose.TOMCATS));
    }
    return last.text;
  }

  /** One request over HTTP/1.1. */
  private record Call(String method, String path, String headers, String body) {

    Call(String path) {
      this("GET", path, "", "");
    }

    String send(Whose whose) throws IOException {
      return client.http1(whose, method, path, headers, body);
    }

    @Override
    public String toString() {
      return method + " " + path + " " + headers.strip();
    }
  }

  @BeforeAll
  static void startTomcat(@TempDir Path base) throws IOException {
    QUIET.setLevel(Level.OFF);
    tomcat = start(base);
    client = new ResponsesClient(tomcat.port());
  }

  /** Starts a Tomcat with an application of all kinds of responses. */
  static ComparedTomcat start(Path base) throws IOException {
    Path docBase = Files.createDirectories(base.resolve("files"));
    for (int size : PAGES) {
      Files.writeString(docBase.resolve("page-" + size + ".txt"), "p".repeat(size));
    }
    return ComparedTomcat.start(base, docBase, ResponsesTest::describe);
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
    FilterDef wrapping = new FilterDef();
    wrapping.setFilterName("wrapping");
    wrapping.setFilterClass(Wrapping.class.getName());
    FilterMap wrapped = new FilterMap();
    wrapped.setFilterName("wrapping");
    wrapped.addURLPattern("/do/wrapped/*");
    context.addFilterDef(wrapping);
    context.addFilterMap(wrapped);
    context.addErrorPage(errorPage(410, "/do/writer/500"));
    context.addErrorPage(errorPage(409, "/do/exception"));
    context.addErrorPage(errorPage(411, "/do/error/410"));
    context.addErrorPage(errorPage(413, "/page-20000.txt"));
    ErrorPage page = new ErrorPage();
    page.setExceptionType(IllegalArgumentException.class.getName());
    page.setLocation("/do/stream/8193");
    context.addErrorPage(page);
  }

  private static ErrorPage errorPage(int status, String location) {
    ErrorPage page = new ErrorPage();
    page.setErrorCode(status);
    page.setLocation(location);
    return page;
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
      calls.add(new Call("GET", page, "Range: bytes=-5\r\n", ""));
      calls.add(new Call("GET", page, "Range: bytes=900000-\r\n", ""));
      calls.add(new Call("GET", page, "If-Range: \"no\"\r\nRange: bytes=0-1\r\n", ""));
      calls.add(new Call("GET", page, "If-Modified-Since: Sat, 01 Jan 2050 00:00:00 GMT\r\n", ""));
      calls.add(new Call("GET", page, "If-Match: \"no\"\r\n", ""));
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
    for (String path :
        List.of("late", "unread", "error", "parameters", "../async/non-blocking-input")) {
      String form = "a=" + "b".repeat(20_000);
      String length = "Content-Length: " + form.length() + "\r\n";
      String at = path.startsWith("../") ? "/do" + path.substring(2) : "/do/body/" + path;
      String type = "Content-Type: application/x-www-form-urlencoded\r\n";
      calls.add(new Call("POST", at, type + "Content-Length: 5\r\n", "a=b&c"));
      calls.add(new Call("POST", at, type + length, form));
      calls.add(new Call("POST", at, type + "Expect: 100-continue\r\n" + length, form));
      calls.add(
          new Call(
              "POST",
              at,
              type + "Transfer-Encoding: chunked\r\n",
              "5\r\na=b&c\r\n2\r\n=d\r\n0\r\nX-Trailer: one\r\n\r\n"));
    }
    calls.add(new Call("GET", "/do/upgrade", "Upgrade: lines\r\n", ""));
    calls.add(new Call("PUT", "/page-166.txt", "Content-Length: 5\r\n", "12345"));
    calls.add(new Call("GET", "/page-166.txt/none", "", ""));
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
    String expected = expected("1.1 " + call, call::send);

    assertEquals(expected, call.send(whose));
  }

  @Test
  void callsWhenCountedThenAreMoreThanAHundred() {
    assertTrue(calls().size() > 100, () -> "" + calls().size());
  }

  private static Stream<Arguments> pathsOfEachMode() {
    Stream<String> kinds = ResponseKinds.paths().stream().map(path -> "/do/" + path);
    Stream<String> pages =
        PAGES.stream().flatMap(size -> PREFIXES.stream().map(p -> "/page-" + size + ".txt?" + p));
    return inModes(
        Stream.concat(kinds, pages)
            .filter(path -> !path.equals("/page-200000.txt?stream=21"))); // Tomcat sends too much
  }

  /** In both modes each night; in a build in one of them, since HTTP/1.1 asks for both. */
  private static Stream<Arguments> inModes(Stream<String> paths) {
    boolean isNight = "all".equals(System.getProperty("holdfast.lines"));
    AtomicInteger number = new AtomicInteger();
    return paths.flatMap(
        path ->
            Stream.of(Whose.NON_STICKY, Whose.STICKY)
                .filter(whose -> number.getAndIncrement() % 4 % 3 == 0 || isNight)
                .map(whose -> Arguments.of(whose, path)));
  }

  @ParameterizedTest
  @MethodSource("pathsOfEachMode")
  void responseWhenSentByHttp2ThenIsThatOfTomcat(Whose whose, String path)
      throws InterruptedException {
    String expected = client.http2(Whose.TOMCATS, path);
    String answer = client.http2(whose, path);
    for (int i = 1; i < HTTP2_ATTEMPTS && !answer.equals(expected); i++) {
      expected = client.http2(Whose.TOMCATS, path);
      answer = client.http2(whose, path);
    }

    assertEquals(expected, answer);
  }

  /** A response whose end is wrong spoils the next one on its connection. */
  @ParameterizedTest
  @MethodSource("pathsOfEachMode")
  void nextResponseWhenOnTheSameConnectionThenIsThatOfTomcat(Whose whose, String path)
      throws IOException {
    String expected = expected("twice " + path, tomcats -> client.twice(tomcats, path));

    assertEquals(expected, client.twice(whose, path));
  }

  private static Stream<Arguments> kindsOfEachMode() {
    return inModes(ResponseKinds.paths().stream().map(path -> "/do/" + path));
  }

  /** Where nothing but the end of the connection may tell the end of the response. */
  @ParameterizedTest
  @MethodSource("kindsOfEachMode")
  void responseWhenAskedForByHttp10ThenIsThatOfTomcat(Whose whose, String path) throws IOException {
    String expected = expected("1.0 " + path, tomcats -> client.http10(tomcats, path));

    assertEquals(expected, client.http10(whose, path));
  }

  @ParameterizedTest
  @MethodSource("kindsOfEachMode")
  void responseWhenItMayBeCompressedThenIsThatOfTomcat(Whose whose, String path)
      throws IOException {
    String expected = expected("compressed " + path, tomcats -> client.compressed(tomcats, path));

    assertEquals(expected, client.compressed(whose, path));
  }

  @ParameterizedTest
  @EnumSource(names = {"STICKY", "NON_STICKY"})
  void pushedResponsesWhenPromisedThenAreThoseOfTomcat(Whose whose) {
    String expected = client.pushed(Whose.TOMCATS);

    assertEquals(expected, client.pushed(whose));
    assertTrue(expected.contains("page-8193.txt 200 "), expected);
  }

  /** Has the bytes of the application before they go on. */
  public static final class Wrapping extends HttpFilter {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      KeptResponse kept = new KeptResponse(response);
      chain.doFilter(request, kept);
      byte[] bytes = kept.bytes();
      ResponseKinds.change(request);
      if (!response.isCommitted()) {
        response.setContentLength(bytes.length + 1);
      }
      response.getOutputStream().write('<');
      response.getOutputStream().write(bytes);
    }
  }

  /** Writes as many bytes as the query says before the page. */
  public static final class Prefix extends HttpFilter {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      ResponseKinds.change(request);
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
