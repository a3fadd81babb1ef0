package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that works until after the time of its session would have been up without it. */
@Timeout(120)
final class SlowRequestsTest extends WithOneNode {

  /** Seconds. */
  private static final int INTERVAL = 4;

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  /** Also behind a valve that asks for each session before ours has the request. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requestWhenAnotherTomcatTakesItsSessionForOverMeanwhileThenTheSessionGoesOn(
      boolean isBehindValve) throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", isBehindValve);
        PageTomcat t2 = start("t2", isBehindValve)) {
      Browser browser = new Browser();
      t1.ask(browser, "create");
      t2.ask(browser, "read");
      long used = System.nanoTime();
      Await.until(
          "half of the interval has passed",
          () -> System.nanoTime() - used > TimeUnit.SECONDS.toNanos(INTERVAL) / 2);
      CompletableFuture<String> slow =
          CompletableFuture.supplyAsync(
              () -> t1.ask(browser.copy(), "work"), command -> new Thread(command).start());
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));

      Await.until(
          "the other Tomcat has looked whether it is over",
          () -> {
            t2.manager.processExpires();
            return t2.manager.findSessions().length == 0;
          });
      page.mayGoOn.countDown();

      assertEquals("done", slow.join());
      assertEquals("done", t1.ask(browser, "read"));
    }
  }

  /** At its own Tomcat no request has come for longer than the interval. */
  @Test
  void requestWhenItWorksLongerThanTheIntervalAndItsSessionIsUsedElsewhereThenItGoesOn()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", false);
        PageTomcat t2 = start("t2", false)) {
      Browser browser = new Browser();
      t1.ask(browser, "create");
      CompletableFuture<String> slow =
          CompletableFuture.supplyAsync(
              () -> t1.ask(browser.copy(), "work"), command -> new Thread(command).start());
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      long begun = System.nanoTime();
      Await.until(
          "the interval has passed",
          () ->
              t2.ask(browser.copy(), "read").equals("none")
                  && System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(INTERVAL + 1));

      t1.manager.processExpires();
      page.mayGoOn.countDown();

      assertEquals("done", slow.join());
      assertEquals("done", t2.ask(browser, "read"));
    }
  }

  private PageTomcat start(String name, boolean isBehindValve) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .set(Setting.STORAGE_KEY_PREFIX, ""),
        page,
        context -> {
          if (isBehindValve) {
            context.getParent().getPipeline().addValve(new CrawlerSessionManagerValve());
          }
        });
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request, request.getParameter("way")));
    }

    private String answer(HttpServletRequest request, String way) {
      HttpSession session = request.getSession(way.equals("create"));
      if (session == null) {
        return "no session";
      }
      switch (way) {
        case "create" -> {
          session.setMaxInactiveInterval(INTERVAL);
          session.setAttribute("work", "none");
        }
        case "work" -> {
          isThere.countDown();
          awaitLeave();
          session.setAttribute("work", "done");
        }
        default -> {}
      }
      return (String) session.getAttribute("work");
    }

    private void awaitLeave() {
      try {
        assertTrue(mayGoOn.await(60, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
