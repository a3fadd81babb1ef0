package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/** The session whose lease a request takes, if any. */
@Timeout(120)
class LeaseLookupTest extends WithOneNode {

  private static final int WAITING = 3;

  private final Page page = new Page();
  private @Nullable PageTomcat t1;
  private @Nullable PageTomcat t2;

  @BeforeEach
  void startTomcats() throws LifecycleException {
    t1 = new PageTomcat(base, "t1", null, builder(), page);
    t2 = new PageTomcat(base, "t2", null, builder(), page);
  }

  @AfterEach
  void stopAll() throws LifecycleException {
    page.mayGoOn.countDown();
    t1().close();
    t2().close();
  }

  @Test
  void requestsWhenTheyWaitWhileALoginChangesTheIdThenAreLedToTheSession()
      throws InterruptedException {
    Browser browser = new Browser();
    assertEquals("new", t1().ask(browser, "new"));
    Browser former = browser.copy();
    CompletableFuture<Response> login = ask(t1(), browser, "login");
    assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
    List<CompletableFuture<Response>> waiting =
        Stream.generate(() -> ask(t1(), former.copy(), "show")).limit(WAITING).toList();
    Await.until("they wait", () -> requestsThatWait() == WAITING);
    page.mayGoOn.countDown();

    assertEquals("in", login.join().body());
    for (CompletableFuture<Response> request : waiting) {
      assertEquals("ann", request.join().body());
      assertEquals(List.of(), request.join().setCookies());
    }
    assertEquals("ann", t1().ask(browser, "show"));
    Await.until("no lease is left", this::isNoLeaseLeft);
  }

  @Test
  void requestsWhenTheyWaitWhileAnotherTomcatChangesTheIdThenGetNoNewSession()
      throws InterruptedException {
    Browser browser = new Browser();
    assertEquals("new", t1().ask(browser, "new"));
    Browser former = browser.copy();
    CompletableFuture<Response> login = ask(t1(), browser, "login");
    assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
    CompletableFuture<Response> wanting = ask(t2(), former.copy(), "new");
    CompletableFuture<Response> looking = ask(t2(), former.copy(), "show");
    Await.until("they wait", () -> requestsThatWait() == 2);
    page.mayGoOn.countDown();

    assertEquals("in", login.join().body());
    assertEquals(503, wanting.join().status());
    assertEquals("1", wanting.join().header("Retry-After"));
    assertEquals(List.of(), wanting.join().setCookies());
    assertEquals("no session", looking.join().body());
    assertEquals(List.of(), looking.join().setCookies());
    assertEquals("ann", t2().ask(browser, "show"));
    Await.until("no lease is left", this::isNoLeaseLeft);
  }

  @Test
  void requestWhenItComesAfterTheIdChangedThenIsNotLedToTheSession() {
    Browser browser = new Browser();
    assertEquals("new", t1().ask(browser, "new"));
    Browser former = browser.copy();
    page.mayGoOn.countDown();
    assertEquals("in", t1().ask(browser, "login"));

    assertEquals("no session", t1().ask(former, "show"));
    assertEquals("no session", t2().ask(former, "show"));
    assertEquals("ann", t2().ask(browser, "show"));
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

  private static CompletableFuture<Response> ask(PageTomcat tomcat, Browser browser, String way) {
    int port = tomcat.port();
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(browser.get(port, "/page?way=" + way));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return answer;
  }

  /** How many threads stand in the request of a lease. */
  private static long requestsThatWait() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getClassName().endsWith(".RequestLeases")
                                && frame.getMethodName().equals("take")))
        .count();
  }

  private boolean isNoLeaseLeft() {
    return node.probe().keys().stream().noneMatch(key -> key.endsWith(":l"));
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
        .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
        .set(Setting.STORAGE_KEY_PREFIX, "")
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession(way.equals("new"));
      response.getWriter().print(session == null ? "no session" : answer(request, session, way));
    }

    private String answer(HttpServletRequest request, HttpSession session, String way) {
      return switch (way) {
        case "new" -> {
          session.setAttribute("user", "nobody");
          yield "new";
        }
        case "login" -> {
          isThere.countDown();
          awaitQuietly(mayGoOn);
          request.changeSessionId();
          session.setAttribute("user", "ann");
          yield "in";
        }
        case "end" -> {
          session.invalidate();
          yield "ended";
        }
        default -> String.valueOf(session.getAttribute("user"));
      };
    }

    private static void awaitQuietly(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
