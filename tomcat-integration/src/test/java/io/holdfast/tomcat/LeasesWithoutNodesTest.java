package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests with a lease and without one, of one session in one Tomcat, while no node answers. A
 * request that does not find the session gets a new one at once: it has nothing to wait for.
 */
@Timeout(120)
class LeasesWithoutNodesTest extends WithOneNode {

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
    page.mayRaise.countDown();
  }

  /** The instance is with the request that has the lease; others were given another session. */
  @ParameterizedTest
  @CsvSource({"uriPattern:.*hold.*, none, raise", "all, .*ignored.*, raise-ignored"})
  void requestWithoutLeaseWhenAnotherHasTheInstanceThenHasTheSession(
      String lockingMode, String ignored, String way)
      throws LifecycleException, InterruptedException {
    ManagerBuilder builder =
        builder(lockingMode).attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ignored);
    try (PageTomcat tomcat = new PageTomcat(base, "t1", null, builder, page)) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));
      CompletableFuture<String> holder = later(() -> tomcat.ask(browser.copy(), "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      node.kill();
      String cookie = String.valueOf(browser.cookie("JSESSIONID"));

      assertEquals("2", tomcat.ask(browser, way));
      assertEquals("3", tomcat.ask(browser, way));

      page.mayGoOn.countDown();
      assertEquals("held", holder.join());
      assertEquals(cookie, browser.cookie("JSESSIONID"));
    }
  }

  /** What it set before, and what the holder set, are both there when nodes are back. */
  @Test
  void requestWithoutLeaseWhenTheNodeIsBackThenItsChangeAndTheHoldersAreStored()
      throws LifecycleException, InterruptedException {
    ManagerBuilder builder = builder("uriPattern:.*hold.*");
    try (PageTomcat t1 = new PageTomcat(base, "t1", null, builder, page);
        PageTomcat t2 = new PageTomcat(base, "t2", null, builder, page)) {
      Browser browser = new Browser();
      assertEquals("1", t1.ask(browser, "raise"));
      CompletableFuture<String> holder = later(() -> t1.ask(browser.copy(), "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      node.kill();
      assertEquals("2", t1.ask(browser, "raise"));
      page.mayGoOn.countDown();
      assertEquals("held", holder.join());
      assertEquals("2 yes", t1.ask(browser, "show"));

      node.start();

      Await.until("the other has both", () -> t2.ask(browser.copy(), "show").equals("2 yes"));
    }
  }

  /** Both were led to the instance that the request without a lease has in use. */
  @Test
  void requestsWithLeaseWhenTheInstanceIsInUseThenStillWaitForEachOther()
      throws LifecycleException, InterruptedException {
    ManagerBuilder builder = builder("uriPattern:.*raise.*");
    try (PageTomcat tomcat = new PageTomcat(base, "t1", null, builder, page)) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));
      CompletableFuture<String> user = later(() -> tomcat.ask(browser.copy(), "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      node.kill();
      CompletableFuture<String> first = later(() -> tomcat.ask(browser.copy(), "raise-slowly"));
      assertTrue(page.isRaising.await(60, TimeUnit.SECONDS));

      CompletableFuture<String> second = later(() -> tomcat.ask(browser.copy(), "raise"));
      Await.until(
          "the second waits for the first, or is over",
          () -> isSomebodyWaitingForALease() || second.isDone());
      assertFalse(second.isDone(), "two requests had the session to themselves");
      page.mayRaise.countDown();

      assertEquals("2", first.join());
      assertEquals("3", second.join());
      page.mayGoOn.countDown();
      assertEquals("held", user.join());
      assertEquals("3 yes", tomcat.ask(browser, "show"));
    }
  }

  private static boolean isSomebodyWaitingForALease() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getMethodName().equals("take")
                                && frame.getClassName().endsWith(".RequestLeases")));
  }

  private static CompletableFuture<String> later(Supplier<String> asked) {
    return CompletableFuture.supplyAsync(asked, command -> new Thread(command).start());
  }

  private ManagerBuilder builder(String lockingMode) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(false)
        .lockingMode(lockingMode)
        .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
        .set(Setting.DOUBT_TIMEOUT, Duration.ZERO)
        .set(Setting.STORAGE_KEY_PREFIX, "")
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(2));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);
    private final transient CountDownLatch isRaising = new CountDownLatch(1);
    private final transient CountDownLatch mayRaise = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request.getSession(), request.getParameter("way")));
    }

    private String answer(HttpSession session, String way) {
      switch (way) {
        case "hold" -> {
          isThere.countDown();
          awaitQuietly(mayGoOn);
          session.setAttribute("mark", "yes");
          return "held";
        }
        case "raise-slowly" -> {
          Object count = session.getAttribute("count");
          isRaising.countDown();
          awaitQuietly(mayRaise);
          return raise(session, count);
        }
        case "show" -> {
          return session.getAttribute("count") + " " + session.getAttribute("mark");
        }
        default -> {
          return raise(session, session.getAttribute("count"));
        }
      }
    }

    private static String raise(HttpSession session, @Nullable Object count) {
      int raised = count == null ? 1 : (Integer) count + 1;
      session.setAttribute("count", raised);
      return String.valueOf(raised);
    }

    private static void awaitQuietly(CountDownLatch gate) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
