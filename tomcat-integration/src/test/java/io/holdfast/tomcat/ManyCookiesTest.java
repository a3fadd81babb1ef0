package io.holdfast.tomcat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that have many session cookies, of which Tomcat asks for each. */
class ManyCookiesTest {

  private static final int COOKIES = 190;

  @TempDir private Path base;
  private MemcachedNode node;

  @BeforeEach
  void startNode() {
    node = MemcachedNodes.start();
  }

  @AfterEach
  void stopNode() {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenItRepeatsAnIdOfNoSessionThenTheStoreIsNotAskedForEach(boolean sticky)
      throws LifecycleException {
    try (PageTomcat tomcat = tomcat("t1", sticky)) {
      long before = reads();

      Response response = ask(tomcat, "0", "0");

      long reads = reads() - before;
      assertEquals("no session", response.body());
      assertTrue(reads > 0 && reads <= COOKIES / 5, reads + " reads");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenTheSessionsIdIsTheLastThenItIsFound(boolean sticky) throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", sticky);
        PageTomcat t2 = tomcat("t2", sticky)) {
      Browser browser = new Browser();
      t1.ask(browser, "set");

      Response response = ask(t2, "0", String.valueOf(browser.cookie("JSESSIONID")));

      assertEquals("ann", response.body());
    }
  }

  /** Each would be a read, one after the other: with a slow node they held a thread for seconds. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenItHasManyIdsOfNoSessionThenTheStoreIsAskedForThreeAndTheLast(boolean sticky)
      throws LifecycleException {
    try (PageTomcat tomcat = tomcat("t1", sticky)) {
      long start = reads();
      ask(tomcat, Stream.of("A0"));
      long ofOne = reads() - start;

      Response response = ask(tomcat, IntStream.range(1, COOKIES).mapToObj(i -> "A" + i));

      long reads = reads() - start - ofOne;
      assertEquals("no session", response.body());
      assertTrue(reads > ofOne && reads <= 4 * ofOne, reads + " reads, " + ofOne + " for one id");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenTheSessionsIdIsTheThirdOfManyThenItIsFound(boolean sticky)
      throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", sticky);
        PageTomcat t2 = tomcat("t2", sticky)) {
      Browser browser = new Browser();
      t1.ask(browser, "set");
      String own = String.valueOf(browser.cookie("JSESSIONID"));

      Response response = ask(t2, Stream.of("A1", "A2", own, "A3", "A4", "A5"));

      assertEquals("ann", response.body());
    }
  }

  private long reads() {
    return node.probe().commandCounts().getOrDefault("cmd_get", 0L);
  }

  /** One request with one id many times, and then another. */
  private static Response ask(PageTomcat tomcat, String id, String last) {
    return ask(
        tomcat, Stream.concat(IntStream.range(0, COOKIES - 1).mapToObj(i -> id), Stream.of(last)));
  }

  private static Response ask(PageTomcat tomcat, Stream<String> ids) {
    String request =
        "GET /page?way=get HTTP/1.1\r\nHost: localhost\r\nCookie: "
            + ids.map(id -> "JSESSIONID=" + id).collect(Collectors.joining("; "))
            + "\r\nConnection: close\r\n\r\n";
    return new Browser().raw(tomcat.port(), request.getBytes(ISO_8859_1));
  }

  private PageTomcat tomcat(String route, boolean sticky) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(sticky)
            .sessionBackupAsync(false)
            .sessionBackupTimeout(Duration.ofSeconds(10))
            .operationTimeout(Duration.ofSeconds(10));
    return new PageTomcat(base, route, route, builder, new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getParameter("way").equals("set")) {
        request.getSession().setAttribute("user", "ann");
      }
      HttpSession session = request.getSession(false);
      response.getWriter().print(session == null ? "no session" : session.getAttribute("user"));
    }
  }
}
