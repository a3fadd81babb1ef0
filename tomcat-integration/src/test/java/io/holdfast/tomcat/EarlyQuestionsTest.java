package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.servlet.ServletException;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Pipeline;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.apache.catalina.valves.ValveBase;
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
      String lockingMode, boolean isInHost, boolean isOtherTomcat) throws InterruptedException {
    CountDownLatch hasSeen = new CountDownLatch(isOtherTomcat ? 2 : 3); // all until the late one
    PageTomcat t1 = start("t1", lockingMode, isInHost, hasSeen);
    PageTomcat t2 = start("t2", lockingMode, isInHost, new CountDownLatch(0));
    assertEquals("1", t1.ask(browser, "raise"));
    CompletableFuture<String> slow = held(isOtherTomcat ? t2 : t1, "raise slowly");
    CompletableFuture<String> late = later(() -> t1.ask(browser.copy(), "raise"));
    assertTrue(hasSeen.await(60, TimeUnit.SECONDS));

    page.gate().open();

    assertEquals("2", slow.join());
    assertEquals("3", late.join());
    assertEquals("4", t2.ask(browser, "raise"));
  }

  /** What the application is told is the end of the request before, as without the valve. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "all", "auto"})
  void lastAccessWhenTheRequestHasAskedBeforeThenIsThatOfTheRequestBefore(String lockingMode) {
    page.with("last", (request, response) -> request.getSession().getLastAccessedTime());
    PageTomcat tomcat = start("t1", lockingMode, true, new CountDownLatch(0));
    assertEquals("1", tomcat.ask(browser, "raise"));
    long answered = System.currentTimeMillis();
    Await.until("the request is over for good", () -> System.currentTimeMillis() > answered + 500);
    long begun = System.currentTimeMillis();

    long told = Long.parseLong(tomcat.ask(browser, "last"));

    assertTrue(told < begun, told + " is not before " + begun);
  }

  /** As the valve for crawlers does with the session of a crawler that is new. */
  @ParameterizedTest
  @CsvSource({
    "sticky, false",
    "none, false",
    "optimistic, false",
    "all, false",
    "auto, false",
    "sticky, true",
    "none, true",
    "optimistic, true",
    "all, true",
    "auto, true"
  })
  void changeWhenAValveInFrontMakesItBehindTheApplicationThenIsSeenElsewhere(
      String mode, boolean isCreatedThere) {
    Consumer<StandardContext> more =
        context -> context.getParent().getPipeline().addValve(new CountsBehind(isCreatedThere));
    PageTomcat t1 = start("t1", settings(mode), more);
    PageTomcat t2 = start("t2", settings(mode), more);
    for (int i = 1; i <= 4; i++) {
      PageTomcat next = i % 2 == 0 ? t2 : t1;
      assertEquals(String.valueOf(2 * i - 1), next.ask(browser, "raise"));
    }
    assertEquals(isCreatedThere ? "5" : "null", t1.ask(browser, "show before"));
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

  private PageTomcat start(
      String name, String lockingMode, boolean isInHost, CountDownLatch hasSeen) {
    return start(
        name,
        settings(lockingMode),
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
}
