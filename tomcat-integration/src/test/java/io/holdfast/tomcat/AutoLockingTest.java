package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code lockingMode="auto"} on Tomcats that have just started: what has not been seen to read only
 * may write, and has the session to itself.
 */
@Timeout(120)
class AutoLockingTest extends WithOneNode {

  private final Page page = new Page();
  private final Browser browser = new Browser();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  /** Both raised the same count, and both were answered. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void countWhenNoRequestOfItsKindWasSeenThenWaitsForTheOneThatIsCounting(int other)
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2")) {
      assertEquals("0", t1.ask(browser, "new"));
      CompletableFuture<String> first = later(t1, "countSlowly");
      assertTrue(page.isSlow.await(60, TimeUnit.SECONDS));

      CompletableFuture<String> second = later(other == 1 ? t1 : t2, "count");
      Await.until(
          "the other request waits for the lease, or is over",
          () -> isSomebodyWaitingForALease() || second.isDone());
      page.mayGoOn.countDown();

      assertEquals("1", first.join());
      assertEquals("2", second.join());
    }
  }

  /** Such a request does not tell what it would do with one. */
  @Test
  void countWhenARequestWithoutASessionWasSeenThenTakesTheLease() throws LifecycleException {
    try (PageTomcat t1 = start("t1")) {
      assertEquals("no session", t1.ask(new Browser(), "count"));
      assertEquals("0", t1.ask(browser, "new"));

      assertEquals("1", t1.ask(browser, "count"));

      assertEquals(1, leases(t1));
    }
  }

  @Test
  void readWhenItsKindWasSeenToReadThenDoesNotWaitForTheOneThatIsCounting()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1")) {
      assertEquals("0", t1.ask(browser, "new"));
      assertEquals("0", t1.ask(browser, "read"));
      CompletableFuture<String> first = later(t1, "countSlowly");
      assertTrue(page.isSlow.await(60, TimeUnit.SECONDS));

      assertEquals("0", t1.ask(browser, "read"));

      assertFalse(first.isDone());
      page.mayGoOn.countDown();
      assertEquals("1", first.join());
    }
  }

  /**
   * What was not stored was changed all the same: a kind whose writes failed is none that reads.
   */
  @Test
  void countWhenNoNodeTookTheCountsBeforeThenTakesTheLease() throws LifecycleException {
    try (PageTomcat t1 = start("t1")) {
      assertEquals("0", t1.ask(browser, "new"));
      node.kill();
      assertEquals("1", t1.ask(browser, "count"));
      assertEquals("2", t1.ask(browser, "count"));
      node.start();
      Await.until("it is stored", () -> !t1.ask(browser, "read").isEmpty() && isStored());
      long before = leases(t1);

      assertEquals("3", t1.ask(browser, "count"));

      assertEquals(before + 1, leases(t1));
    }
  }

  private boolean isStored() {
    return node.probe().get(Objects.requireNonNull(browser.cookie("JSESSIONID"))) != null;
  }

  private static long leases(PageTomcat tomcat) {
    SessionMetrics metrics = Objects.requireNonNull(tomcat.manager.observed()).metrics();
    return metrics.get(Metric.LEASES_TAKEN) + metrics.get(Metric.LEASES_HANDED_ON);
  }

  private static boolean isSomebodyWaitingForALease() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(
            frame ->
                frame.getMethodName().equals("take")
                    && frame.getClassName().endsWith(".RequestLeases"));
  }

  private CompletableFuture<String> later(PageTomcat tomcat, String way) {
    Browser same = browser.copy();
    return CompletableFuture.supplyAsync(
        () -> tomcat.ask(same, way), command -> new Thread(command).start());
  }

  private PageTomcat start(String name) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode("auto")
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isSlow = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession(way.equals("new"));
      if (session == null) {
        response.getWriter().print("no session");
        return;
      }
      switch (way) {
        case "new" -> session.setAttribute("count", 0);
        case "count" -> session.setAttribute("count", countOf(session) + 1);
        case "countSlowly" -> {
          int before = countOf(session);
          isSlow.countDown();
          awaitQuietly();
          session.setAttribute("count", before + 1);
        }
        default -> {} // reads
      }
      response.getWriter().print(countOf(session));
    }

    private static int countOf(HttpSession session) {
      return (Integer) session.getAttribute("count");
    }

    private void awaitQuietly() {
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
