package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedProbe;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A request has the lease of a session, and its instance, while all nodes evict the session. Others
 * of that Tomcat need no lease.
 */
@Timeout(120)
class LeasesAfterEvictionTest extends WithOneNode {

  private final Page page = new Page();
  private final Browser browser = new Browser();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  private void evict() {
    new MemcachedProbe("127.0.0.1", node.port()).flushAll();
  }

  @ParameterizedTest
  @CsvSource({"uriPattern:.*hold.*, none, set", "all, .*ignored.*, set-ignored"})
  void requestWithoutLeaseWhenTheSessionIsEvictedThenHasItAndBothChangesAreThere(
      String lockingMode, String ignored, String way)
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start("t1", lockingMode, ignored)) {
      assertEquals("null null", tomcat.ask(browser, "create"));
      String cookie = String.valueOf(browser.cookie("JSESSIONID"));
      CompletableFuture<String> holder = later(() -> tomcat.ask(browser.copy(), "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      evict();

      assertEquals("yes null", tomcat.ask(browser, way));

      page.mayGoOn.countDown();
      holder.join();
      if (way.equals("set-ignored")) { // what that has changed is saved late
        Await.until("both are there", () -> tomcat.ask(browser, "show").equals("yes held"));
      }
      assertEquals("yes held", tomcat.ask(browser, "show"));
      assertEquals(cookie, browser.cookie("JSESSIONID"));
    }
  }

  @Test
  void requestWithLeaseWhenTheSessionIsEvictedThenWaitsForTheHolderAndHasIt()
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start("t1", "all", "none")) {
      assertEquals("null null", tomcat.ask(browser, "create"));
      CompletableFuture<String> holder = later(() -> tomcat.ask(browser.copy(), "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      evict();

      CompletableFuture<String> second = later(() -> tomcat.ask(browser.copy(), "set"));
      Await.until("it waits, or is over", () -> second.isDone() || isSomebodyWaitingForALease());
      page.mayGoOn.countDown();

      holder.join();
      assertEquals("yes held", second.join());
    }
  }

  private static boolean isSomebodyWaitingForALease() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(
            frame ->
                frame.getMethodName().equals("take")
                    && frame.getClassName().endsWith(".RequestLeases"));
  }

  /** That the nodes have nothing under an id that has ended does not bring it back. */
  @Test
  void requestWithoutLeaseWhenTheSessionHasEndedAndIsEvictedThenHasNone()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", "uriPattern:.*hold.*", "none");
        PageTomcat t2 = start("t2", "uriPattern:.*hold.*", "none")) {
      assertEquals("null null", t1.ask(browser, "create"));
      Browser former = browser.copy();
      CompletableFuture<String> holder = later(() -> t1.ask(browser.copy(), "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      t2.ask(browser, "end");
      assertEquals("none", t1.ask(former, "find")); // and remembers that it has ended
      evict();

      assertEquals("none", t1.ask(former, "find"));
      page.mayGoOn.countDown();
      assertNotEquals("yes held", holder.join());
      assertEquals("none", t1.ask(former, "find"));
    }
  }

  private static CompletableFuture<String> later(Supplier<String> asked) {
    return CompletableFuture.supplyAsync(asked, command -> new Thread(command).start());
  }

  private PageTomcat start(String name, String lockingMode, String ignored)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
            .attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ignored)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession(!way.equals("find"));
      if (session == null) {
        response.getWriter().print("none");
        return;
      }
      switch (way) {
        case "end" -> {
          session.invalidate();
          return;
        }
        case "hold" -> {
          isThere.countDown();
          awaitQuietly();
          session.setAttribute("held", "held");
        }
        case "set", "set-ignored" -> session.setAttribute("set", "yes");
        default -> {} // shows it
      }
      response.getWriter().print(session.getAttribute("set") + " " + session.getAttribute("held"));
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
