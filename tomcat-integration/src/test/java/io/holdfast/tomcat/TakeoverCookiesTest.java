package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.http.Rfc6265CookieProcessor;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The cookie that tells a client its new Tomcat is as the first one, however that is made. */
@Timeout(120)
class TakeoverCookiesTest {

  @TempDir private Path base;

  private static Stream<Arguments> contexts() {
    return Stream.of(
            settings("name", context -> context.setSessionCookieName("SHOP")),
            settings("path", context -> context.setSessionCookiePath("/page")),
            settings("root path", context -> context.setSessionCookiePath("/")),
            settings("domain", context -> context.setSessionCookieDomain("example.org")),
            settings("for scripts", context -> context.setUseHttpOnly(false)),
            settings("partitioned", context -> processor(context).setPartitioned(true)),
            settings("same site", context -> processor(context).setSameSiteCookies("strict")))
        .flatMap(
            settings ->
                Stream.of("plain", "forward", "error", "redirect")
                    .map(way -> Arguments.of(settings, way)));
  }

  private static Named<Consumer<StandardContext>> settings(
      String name, Consumer<StandardContext> settings) {
    return Named.of(name, settings);
  }

  private static Rfc6265CookieProcessor processor(StandardContext context) {
    Rfc6265CookieProcessor processor = new Rfc6265CookieProcessor();
    context.setCookieProcessor(processor);
    return processor;
  }

  @ParameterizedTest
  @MethodSource("contexts")
  void takeoverWhenTheCookieIsSpecialThenTheNextIsSpecialToo(
      Consumer<StandardContext> settings, String way) throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat t1 = start("t1", node, settings);
        PageTomcat t2 = start("t2", node, settings)) {
      String first = cookie(ask(t1, way, ""));
      String[] nameAndId = first.substring(0, first.indexOf(';')).split("=", 2);
      assertTrue(nameAndId[1].endsWith(".t1"), first);

      String next = cookie(ask(t2, way, nameAndId[0] + "=" + nameAndId[1]));

      assertEquals(first.replace(".t1;", ".t2;"), next);
    }
  }

  private static String cookie(Response response) {
    return Objects.requireNonNull(response.header("Set-Cookie"));
  }

  private static Response ask(PageTomcat tomcat, String way, String cookie) {
    return new Browser()
        .send(
            tomcat.port(),
            "GET",
            "/page?way=" + way,
            cookie.isEmpty() ? Map.of() : Map.of("Cookie", cookie),
            new byte[0]);
  }

  private PageTomcat start(String name, MemcachedNode node, Consumer<StandardContext> settings)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        name,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10)),
        new Page(),
        settings);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      request.getSession().setAttribute("there", "yes");
      switch (request.getParameter("way")) {
        case "forward" ->
            request.getRequestDispatcher("/page?way=plain").forward(request, response);
        case "error" -> throw new ServletException("as the test wants it");
        case "redirect" -> response.sendRedirect("/page?way=plain");
        default -> response.getWriter().print("there");
      }
    }
  }
}
