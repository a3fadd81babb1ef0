package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a request with a lease throws, or its client does, the lease is given back. */
@Timeout(120)
class LeasesGivenBackTest extends WithOneNode {

  private static final int BUFFER = 8_192;

  static Stream<Arguments> waysInEachMode() {
    List<String> ways =
        List.of("exception", "error", "death", "encoding", "listener", "ended", "client");
    return Stream.of("all", "auto", "uriPattern:.*")
        .flatMap(mode -> ways.stream().map(way -> Arguments.of(mode, way)));
  }

  @ParameterizedTest
  @MethodSource("waysInEachMode")
  void leaseWhenItsRequestEndsBadlyThenTheNextRequestGetsIt(String lockingMode, String way)
      throws LifecycleException, IOException {
    try (PageTomcat tomcat = start(lockingMode)) {
      Browser browser = new Browser();
      assertEquals("set", tomcat.ask(browser, "set"));
      long before = leasesTaken(tomcat);

      if (way.equals("death")) { // of Tomcat's thread, with its connection
        assertThrows(UncheckedIOException.class, () -> tomcat.ask(browser, way));
      } else {
        ask(tomcat, browser, way);
      }

      Await.until("a lease was taken", () -> leasesTaken(tomcat) > before);
      Await.until("no lease is left", this::isNoLeaseLeft);
      assertEquals(200, browser.get(tomcat.port(), "/page?way=set").status());
    }
  }

  private static void ask(PageTomcat tomcat, Browser browser, String way) throws IOException {
    try (OpenResponse response = browser.open(tomcat.port(), "/page?way=" + way)) {
      if (!way.equals("client")) { // that one goes away
        var unused = response.finish();
      }
    }
  }

  private boolean isNoLeaseLeft() {
    return node.probe().keys().stream().noneMatch(key -> key.endsWith(":l"));
  }

  private static long leasesTaken(PageTomcat tomcat) {
    return Objects.requireNonNull(tomcat.manager.observed()).metrics().get(Metric.LEASES_TAKEN);
  }

  private PageTomcat start(String lockingMode) throws LifecycleException {
    return new PageTomcat(
        base,
        "t1",
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .allowedClasses(Dying.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page());
  }

  /** Throws what even a serializer lets through. */
  private static final class Dying implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Serial
    @SuppressWarnings("removal")
    private void writeObject(ObjectOutputStream out) throws IOException {
      throw new ThreadDeath();
    }
  }

  private static final class Refusing implements HttpSessionBindingListener {

    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      throw new NoClassDefFoundError("com/acme/Missing");
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("removal")
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession();
      session.setAttribute("value", way + System.nanoTime());
      switch (way) {
        case "exception" -> throw new IllegalStateException("told to fail");
        case "error" -> throw new NoClassDefFoundError("com/acme/Missing");
        case "death" -> throw new ThreadDeath();
        case "encoding" -> session.setAttribute("bad", new Dying());
        case "listener" -> session.setAttribute("bad", new Refusing());
        case "ended" -> {
          session.invalidate();
          throw new IllegalStateException("told to fail");
        }
        case "client" -> flow(response);
        default -> response.getWriter().print("set");
      }
    }

    /** Until the client has gone; at most some megabytes. */
    private static void flow(HttpServletResponse response) throws IOException {
      for (int i = 0; i < 4_000; i++) {
        response.getOutputStream().write(new byte[BUFFER]);
        response.getOutputStream().flush();
      }
    }
  }
}
