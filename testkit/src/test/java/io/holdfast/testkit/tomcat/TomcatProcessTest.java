package io.holdfast.testkit.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class TomcatProcessTest {

  private static final String SERVLET =
      """
      package app;

      import java.io.IOException;
      import javax.servlet.annotation.WebServlet;
      import javax.servlet.http.HttpServlet;
      import javax.servlet.http.HttpServletRequest;
      import javax.servlet.http.HttpServletResponse;

      @WebServlet("/count/*")
      public class CountServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
          if ("/away".equals(request.getPathInfo())) {
            response.sendRedirect(request.getContextPath() + "/count");
            return;
          }
          Integer old = (Integer) request.getSession().getAttribute("count");
          int count = old == null ? 1 : old + 1;
          request.getSession().setAttribute("count", count);
          response.setContentType("text/plain;charset=UTF-8");
          response.getWriter().print("count " + count);
          response.flushBuffer();
          response.getWriter().print(" \\u2713");
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
          response.setContentType("text/plain;charset=UTF-8");
          response.getWriter().print("posted " + request.getParameter("a b"));
        }
      }
      """;

  @TempDir private static Path directory;

  private static Path docBase;
  private static TomcatDistribution distribution;
  private static TomcatProcess tomcat;

  private final Browser browser = new Browser();

  @BeforeAll
  static void startTomcat() throws IOException {
    distribution = TomcatDistribution.at(Path.of(System.getProperty("holdfast.tomcat9", "")));
    docBase = Files.createDirectories(directory.resolve("app"));
    Files.writeString(docBase.resolve("page.jsp"), "<%= 6 * 7 %> in <%= session.isNew() %>");
    Path sources = Files.createDirectories(directory.resolve("src/app"));
    Files.writeString(sources.resolve("CountServlet.java"), SERVLET);
    new WebAppCompiler(distribution).compile(directory.resolve("src"), docBase);
    tomcat =
        TomcatProcess.of(distribution)
            .jvmRoute("t1")
            .withUsualOpens()
            .heap("96m")
            .logLevel("org.apache.catalina", "FINE")
            .application("ROOT", docBase, "<Context/>")
            .application("shop", docBase, "<Context><Manager pathname=\"\"/></Context>")
            .build();
  }

  @BeforeEach
  void startAgain() {
    if (!tomcat.isRunning()) {
      tomcat.start();
    }
  }

  @AfterAll
  static void closeTomcat() {
    tomcat.close();
    assertFalse(Files.exists(tomcat.base()));
  }

  @Test
  void getWhenCookieIsKeptThenSessionGoesOn() {
    browser.get(tomcat.port(), "/shop/count");
    Response second = browser.get(tomcat.port(), "/shop/count");

    assertEquals(200, second.status());
    assertEquals("count 2 ✓", second.body());
    assertEquals(List.of(), second.setCookies());
    assertTrue(String.valueOf(browser.cookie("JSESSIONID")).endsWith(".t1"));
  }

  @Test
  void getWhenPageIsJspThenCompilesIt() {
    Response response = browser.get(tomcat.port(), "/shop/page.jsp");

    assertEquals("42 in true", response.body());
  }

  @Test
  void postWhenFormIsSentThenArrives() {
    Response response = browser.post(tomcat.port(), "/shop/count", Map.of("a b", "ü&="));

    assertEquals("posted ü&=", response.body());
  }

  @Test
  void getFollowingWhenRedirectedThenOnlyThenFollows() {
    assertEquals(302, browser.get(tomcat.port(), "/shop/count/away").status());
    assertEquals("count 1 ✓", browser.getFollowing(tomcat.port(), "/shop/count/away").body());
  }

  @Test
  void openWhenHeadHasArrivedThenKeepsItsCookies() {
    try (OpenResponse response = browser.open(tomcat.port(), "/shop/count")) {
      assertEquals(200, response.status());
      assertNotNull(browser.cookie("JSESSIONID"));
      assertEquals("count 1 ✓", response.finish().body());
    }
  }

  @Test
  void rawWhenRequestIsMalformedThenAnswerIsSeen() {
    byte[] request =
        "GET /shop/count HTTP/1.1\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.ISO_8859_1);

    assertEquals(400, browser.raw(tomcat.port(), request).status());
  }

  @Test
  void killWhenRunningThenConnectionsFailUntilStartedAgain() {
    long pid = tomcat.pid();
    int port = tomcat.port();

    tomcat.kill();

    assertTrue(ProcessHandle.of(pid).isEmpty());
    assertThrows(UncheckedIOException.class, () -> browser.get(port, "/shop/count"));
    tomcat.start();
    assertEquals(port, tomcat.port());
    assertNotEquals(pid, tomcat.pid());
    assertEquals(200, browser.get(port, "/shop/count").status());
  }

  /** The last one: another would have to start it again. */
  @Test
  @Order(Integer.MAX_VALUE)
  void stopWhenRunningThenStopsInOrder() {
    tomcat.stop();

    assertFalse(tomcat.isRunning());
    assertTrue(tomcat.logs().contains("Stopping service [Catalina]"), tomcat::logs);
  }

  @Test
  void freezeWhenRunningThenAnswersOnlyAfterThaw() {
    Browser hasty = new Browser(Duration.ofMillis(300));
    tomcat.freeze();
    try {
      assertThrows(UncheckedIOException.class, () -> hasty.get(tomcat.port(), "/shop/count"));
    } finally {
      tomcat.thaw();
    }

    assertEquals(200, browser.get(tomcat.port(), "/shop/count").status());
  }

  @Test
  void startWhenJvmRefusesThenFailsWithItsWords() {
    TomcatSettings settings = TomcatProcess.of(distribution).jvmOptions("-XX:+NoSuchOption");

    IllegalStateException failure = assertThrows(IllegalStateException.class, settings::start);

    assertTrue(String.valueOf(failure.getMessage()).contains("NoSuchOption"), failure::getMessage);
  }

  @Test
  void startWhenOpensAndLogLevelsAreAskedForThenHasThem() {
    assertEquals(200, browser.get(tomcat.port(), "/count").status());
    assertTrue(tomcat.logs().contains("--add-opens=java.base/java.lang=ALL-UNNAMED"));
    assertTrue(tomcat.logs().contains("-Xmx96m"));
    assertTrue(tomcat.logs().contains(" FINE "));
  }

  @Test
  void compileWhenSourceIsWrongThenTellsWhere(@TempDir Path sources) throws IOException {
    Files.writeString(sources.resolve("Wrong.java"), "class Wrong { int x = \"\"; }");

    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> new WebAppCompiler(distribution).compile(sources, directory.resolve("other")));

    assertTrue(String.valueOf(failure.getMessage()).contains("Wrong.java:1"), failure::getMessage);
  }

  @Test
  void atWhenDistributionIsGivenThenKnowsItsLine() {
    assertEquals(9, distribution.line());
    assertEquals("javax", distribution.namespace());
    assertTrue(distribution.version().startsWith("9.0."), distribution.version());
  }
}
