package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sticky session has moved to another Tomcat, and the application ends the instance that is left
 * here from a thread of its own, while what a request has changed here waits to be saved.
 */
@Timeout(120)
class GoneWhileSavingTest extends WithOneNode {

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    Slow.mayBeWritten.countDown();
  }

  @Test
  void invalidateWhenTheSessionHasMovedThenWhatWasAnsweredHereIsStoredBeforeItIsForgotten()
      throws LifecycleException {
    Slow.isBeingWritten = new CountDownLatch(1);
    Slow.mayBeWritten = new CountDownLatch(1);
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2");
        PageTomcat t3 = start("t3")) {
      Browser browser = new Browser();
      assertEquals("1 null", t1.ask(browser, "raise"));
      awaitStored(t1);
      HttpSession here = Objects.requireNonNull(page.last);
      assertEquals("1 null", t1.ask(browser, "slow"));
      Await.until("it is being saved", () -> Slow.isBeingWritten.getCount() == 0);
      assertEquals("2 null", t1.ask(browser.copy(), "raise"));
      t1.awaitNoRequest();
      assertEquals("1 yes", t2.ask(browser, "mark"));
      awaitStored(t2);

      CompletableFuture<Throwable> ended = new CompletableFuture<>();
      Thread ending = new Thread(() -> end(here, ended));
      ending.start();
      Await.until("it is ended, or waits", () -> ended.isDone() || waitsForSave(ending));
      Slow.mayBeWritten.countDown();

      assertInstanceOf(IllegalStateException.class, ended.join());
      Await.until("both are stored", () -> t3.ask(browser.copy(), "show").equals("2 yes"));
    }
  }

  private static void end(HttpSession session, CompletableFuture<Throwable> ended) {
    try {
      session.invalidate();
      ended.complete(new AssertionError("the session has ended"));
    } catch (IllegalStateException e) {
      ended.complete(e);
    }
  }

  private static boolean waitsForSave(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("awaitSave"));
  }

  private static void awaitStored(PageTomcat tomcat) {
    tomcat.awaitNoRequest();
    Await.until(
        "it is stored",
        () ->
            Objects.requireNonNull(tomcat.manager.observed()).metrics().get(Metric.BACKUPS_STORED)
                > 0);
  }

  private PageTomcat start(String name) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        name,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page);
  }

  /** Holds up the save that encodes it first. */
  private static final class Slow implements Serializable {

    private static final long serialVersionUID = 1L;

    private static volatile CountDownLatch isBeingWritten = new CountDownLatch(0);
    private static volatile CountDownLatch mayBeWritten = new CountDownLatch(0);

    private void writeObject(ObjectOutputStream out) throws IOException {
      isBeingWritten.countDown();
      try {
        assertTrue(mayBeWritten.await(60, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      out.defaultWriteObject();
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private transient volatile @Nullable HttpSession last;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String way = request.getParameter("way");
      if (way.equals("raise")) {
        int before = session.getAttribute("count") instanceof Integer number ? number : 0;
        session.setAttribute("count", before + 1);
        last = session;
      } else if (way.equals("mark")) {
        session.setAttribute("mark", "yes");
      } else if (way.equals("slow")) {
        session.setAttribute("slow", new Slow());
      }
      response
          .getWriter()
          .print(session.getAttribute("count") + " " + session.getAttribute("mark"));
    }
  }
}
