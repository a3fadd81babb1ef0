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
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.valves.RemoteIpValve;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tomcats behind a proxy that ends TLS: cookies of sessions must be for https alone. */
@Timeout(120)
class ForwardedProtocolTest {

  @TempDir private Path base;

  /** A valve of the application itself comes behind the takeover; its cookies can be told so. */
  @ParameterizedTest
  @ValueSource(strings = {"engine", "host", "cookie-config"})
  void takeoverWhenTheProxyHasTakenTlsOffThenTheNewCookieIsSecure(String place)
      throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat t1 = start("t1", node, place);
        PageTomcat t2 = start("t2", node, place)) {
      Browser browser = new Browser();
      assertSecure(ask(browser, t1), "t1");

      assertSecure(ask(browser, t2), "t2");
    }
  }

  private static void assertSecure(Response response, String route) {
    String cookie = Objects.requireNonNull(response.header("Set-Cookie"));
    assertTrue(cookie.contains("." + route + ";"), cookie);
    assertTrue(cookie.contains("; Secure"), cookie);
  }

  private static Response ask(Browser browser, PageTomcat tomcat) {
    Response response =
        browser.send(
            tomcat.port(), "GET", "/page", Map.of("X-Forwarded-Proto", "https"), new byte[0]);
    assertEquals("true", response.body());
    return response;
  }

  private PageTomcat start(String name, MemcachedNode node, String place)
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
        context -> {
          Container host = context.getParent();
          Container container =
              switch (place) {
                case "engine" -> host.getParent();
                case "host" -> host;
                default -> {
                  context.addLifecycleListener(ForwardedProtocolTest::secure);
                  yield context;
                }
              };
          container.getPipeline().addValve(new RemoteIpValve());
        });
  }

  /** As {@code <cookie-config>} does. */
  private static void secure(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
      Context starting = (Context) event.getLifecycle();
      starting.getServletContext().getSessionCookieConfig().setSecure(true);
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute("there", "yes");
      response.getWriter().print(request.isSecure());
    }
  }
}
