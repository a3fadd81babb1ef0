package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Pipeline;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Valves of the host or the engine that ask for the session before ours has the request, as
 * Tomcat's valve for crawlers does for each of them.
 */
@Timeout(120)
class EarlyQuestionsTest extends WithOneNode {

  private final CountDownLatch isThere = new CountDownLatch(1);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    mayGoOn.countDown();
  }

  @ParameterizedTest
  @CsvSource({
    "all, true, true",
    "all, true, false",
    "all, false, true",
    "all, false, false",
    "auto, true, true",
    "auto, false, false",
    "uriPattern:.*, true, true",
    "uriPattern:.*, false, false"
  })
  void countWhenTheRequestHasSeenItsSessionBeforeItWaitsForTheLeaseThenIsRight(
      String lockingMode, boolean isInHost, boolean isOtherTomcat)
      throws LifecycleException, InterruptedException {
    CountDownLatch hasSeen = new CountDownLatch(isOtherTomcat ? 2 : 3); // all until the late one
    try (PageTomcat t1 = start("t1", lockingMode, isInHost, hasSeen);
        PageTomcat t2 = start("t2", lockingMode, isInHost, new CountDownLatch(0))) {
      Browser browser = new Browser();
      assertEquals("1", t1.ask(browser, "count"));
      PageTomcat other = isOtherTomcat ? t2 : t1;
      CompletableFuture<String> slow = ask(other, browser.copy(), "slow");
      assertTrue(isThere.await(60, TimeUnit.SECONDS));
      CompletableFuture<String> late = ask(t1, browser.copy(), "count");
      assertTrue(hasSeen.await(60, TimeUnit.SECONDS));

      mayGoOn.countDown();

      assertEquals("2", slow.join());
      assertEquals("3", late.join());
      assertEquals("4", t2.ask(browser, "count"));
    }
  }

  /** What the application is told is the end of the request before, as without the valve. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "all", "auto"})
  void lastAccessWhenTheRequestHasAskedBeforeThenIsThatOfTheRequestBefore(String lockingMode)
      throws LifecycleException {
    try (PageTomcat tomcat = start("t1", lockingMode, true, new CountDownLatch(0))) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "count"));
      long answered = System.currentTimeMillis();
      Await.until(
          "the request is over for good", () -> System.currentTimeMillis() > answered + 500);
      long begun = System.currentTimeMillis();

      long told = Long.parseLong(tomcat.ask(browser, "last"));

      assertTrue(told < begun, told + " is not before " + begun);
    }
  }

  /** As the valve for crawlers does with the session of a crawler that is new. */
  @ParameterizedTest
  @CsvSource({
    "true, none, false",
    "false, none, false",
    "false, optimistic, false",
    "false, all, false",
    "false, auto, false",
    "true, none, true",
    "false, none, true",
    "false, optimistic, true",
    "false, all, true",
    "false, auto, true"
  })
  void changeWhenAValveInFrontMakesItBehindTheApplicationThenIsSeenElsewhere(
      boolean isSticky, String lockingMode, boolean isCreatedThere) throws LifecycleException {
    try (PageTomcat t1 = startLate("t1", isSticky, lockingMode, isCreatedThere);
        PageTomcat t2 = startLate("t2", isSticky, lockingMode, isCreatedThere)) {
      Browser browser = new Browser();
      for (int i = 1; i <= 4; i++) {
        PageTomcat next = i % 2 == 0 ? t2 : t1;

        assertEquals(String.valueOf(2 * i - 1), next.ask(browser, "count"));
      }
      assertEquals(isCreatedThere ? "5" : "null", t1.ask(browser, "before"));
    }
  }

  private PageTomcat startLate(
      String name, boolean isSticky, String lockingMode, boolean isCreatedThere)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        isSticky ? name : null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .lockingMode(lockingMode)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page(),
        context -> context.getParent().getPipeline().addValve(new CountsBehind(isCreatedThere)));
  }

  /** Counts before the application, if it asks then, and when that has returned. */
  private static final class CountsBehind extends ValveBase {

    private final boolean isCreatedThere;

    CountsBehind(boolean isCreatedThere) {
      super(true);
      this.isCreatedThere = isCreatedThere;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      if (isCreatedThere) {
        count("before", request.getSession());
      }
      getNext().invoke(request, response);
      count("count", request.getSession(false));
    }

    private static void count(String name, HttpSession session) {
      Object before = session.getAttribute(name);
      session.setAttribute(name, before == null ? 1 : (Integer) before + 1);
    }
  }

  private static CompletableFuture<String> ask(PageTomcat tomcat, Browser browser, String way) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    new Thread(() -> answer.complete(tomcat.ask(browser, way))).start();
    return answer;
  }

  private PageTomcat start(
      String name, String lockingMode, boolean isInHost, CountDownLatch hasSeen)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.LOCK_EXPIRATION, Duration.ofSeconds(30))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page(),
        context -> {
          Pipeline pipeline =
              (isInHost ? context.getParent() : context.getParent().getParent()).getPipeline();
          pipeline.addValve(new CrawlerSessionManagerValve());
          pipeline.addValve(new Passed(hasSeen));
        });
  }

  /** Tells that a request has passed the valve in front of it. */
  private static final class Passed extends ValveBase {

    private final CountDownLatch passed;

    Passed(CountDownLatch passed) {
      super(true);
      this.passed = passed;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      passed.countDown();
      getNext().invoke(request, response);
    }
  }

  private final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      if (request.getParameter("way").equals("last")) {
        response.getWriter().print(session.getLastAccessedTime());
        return;
      }
      if (request.getParameter("way").equals("before")) {
        response.getWriter().print(session.getAttribute("before"));
        return;
      }
      Object before = session.getAttribute("count");
      if (request.getParameter("way").equals("slow")) {
        isThere.countDown();
        try {
          mayGoOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      session.setAttribute("count", before == null ? 1 : (Integer) before + 1);
      response.getWriter().print(session.getAttribute("count"));
    }
  }
}
