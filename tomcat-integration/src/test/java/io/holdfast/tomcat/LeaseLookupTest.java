package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of which session a request takes the lease, if of any. */
@Timeout(120)
class LeaseLookupTest {

  @TempDir private Path base;
  private MemcachedNode node;
  private final Page page = new Page();
  private @Nullable PageTomcat t1;
  private @Nullable PageTomcat t2;

  @BeforeEach
  void startTomcats() throws LifecycleException {
    node = MemcachedNodes.start();
    t1 = new PageTomcat(base, "t1", null, builder(), page);
    t2 = new PageTomcat(base, "t2", null, builder(), page);
  }

  @AfterEach
  void stopAll() throws LifecycleException {
    t1().close();
    t2().close();
    node.close();
  }

  @Test
  void requestWhenThereIsNoSuchSessionThenTakesNoLease() {
    Browser browser = new Browser();
    browser.setCookie("JSESSIONID", "0123456789ABCDEF0123456789ABCDEF");

    assertEquals("no session", t1().ask(browser, "show"));

    assertEquals(0, leasesTaken(t1()));
    assertEquals(1, absent(t1()), "the store is asked once");
  }

  @Test
  void requestWhenItsSessionHasEndedThenTakesNoLease() {
    Browser browser = new Browser();
    assertEquals("new", t1().ask(browser, "new"));
    Browser former = browser.copy();
    assertEquals("ended", t1().ask(browser, "end"));
    long before = leasesTaken(t1()) + leasesTaken(t2());

    assertEquals("no session", t1().ask(former, "show"));
    assertEquals("no session", t2().ask(former, "show"));

    assertEquals(before, leasesTaken(t1()) + leasesTaken(t2()));
  }

  @Test
  void requestWhenOnlyAnotherTomcatHasServedItsSessionThenTakesItsLease() {
    Browser browser = new Browser();
    assertEquals("new", t1().ask(browser, "new"));

    assertEquals("nobody", t2().ask(browser, "show"));

    assertEquals(1, leasesTaken(t2()));
  }

  private static long leasesTaken(PageTomcat tomcat) {
    return count(tomcat, Metric.LEASES_TAKEN);
  }

  private static long absent(PageTomcat tomcat) {
    return count(tomcat, Metric.LOADS_ABSENT);
  }

  private static long count(PageTomcat tomcat, Metric metric) {
    return Objects.requireNonNull(tomcat.manager.observed()).metrics().get(metric);
  }

  private PageTomcat t1() {
    return Objects.requireNonNull(t1);
  }

  private PageTomcat t2() {
    return Objects.requireNonNull(t2);
  }

  private ManagerBuilder builder() {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(false)
        .lockingMode("all")
        .lockExpiration(Duration.ofMinutes(1))
        .storageKeyPrefix("")
        .operationTimeout(Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession(way.equals("new"));
      response.getWriter().print(session == null ? "no session" : answer(session, way));
    }

    private static String answer(HttpSession session, String way) {
      return switch (way) {
        case "new" -> {
          session.setAttribute("user", "nobody");
          yield "new";
        }
        case "end" -> {
          session.invalidate();
          yield "ended";
        }
        default -> String.valueOf(session.getAttribute("user"));
      };
    }
  }
}
