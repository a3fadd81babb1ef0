package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
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

/**
 * A request that is to get 503 and is still at work: what it changes from there on must not replace
 * what a later request of its client was answered.
 */
@Timeout(120)
class RefusedAtWorkTest extends WithOneNode {

  private final Browser browser = new Browser();
  private final Page page = new Page();

  @AfterEach
  void letGo() {
    Slow.MAY_BE_ENCODED.countDown();
    page.mayWrite.countDown();
    page.mayGoOn.countDown();
  }

  /** Its save waits too long for that of another request, and is carried out later. */
  @Test
  void changeOfARefusedRequestWhenALaterOneIsAnsweredThenGivesWay()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2")) {
      assertEquals("first", t1.ask(browser, "first"));
      CompletableFuture<Response> refused = begin(t1, "refused");
      CompletableFuture<Response> slow = begin(t1, "slow");
      page.mayWrite.countDown();
      assertTrue(page.isSet.await(60, TimeUnit.SECONDS));
      Slow.MAY_BE_ENCODED.countDown();
      assertEquals(200, slow.join().status());
      Await.until("the save is carried out", () -> t2.ask(browser, "show").equals("refused"));
      assertEquals("answered", t2.ask(browser, "answered"));

      page.mayGoOn.countDown();

      assertEquals(503, refused.join().status());
      t1.awaitNoRequest();
      assertEquals("answered", t2.ask(browser, "show"));
      assertEquals("answered", t1.ask(browser, "show"));
    }
  }

  private CompletableFuture<Response> begin(PageTomcat tomcat, String way)
      throws InterruptedException {
    Browser copy = browser.copy();
    CompletableFuture<Response> response =
        CompletableFuture.supplyAsync(
            () -> copy.get(tomcat.port(), "/page?way=" + way),
            command -> new Thread(command).start());
    CountDownLatch begun = way.equals("slow") ? Slow.IS_ENCODED : page.hasBegun;
    assertTrue(begun.await(60, TimeUnit.SECONDS));
    return response;
  }

  private PageTomcat start(String name) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .allowedClasses(Slow.class.getName())
            .sticky(false)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(200)),
        page);
  }

  /** Takes long to be encoded for the first time. */
  private static final class Slow implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final CountDownLatch IS_ENCODED = new CountDownLatch(1);
    private static final CountDownLatch MAY_BE_ENCODED = new CountDownLatch(1);

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      IS_ENCODED.countDown();
      await(MAY_BE_ENCODED);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sets the value that its way names. */
  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch hasBegun = new CountDownLatch(1);
    private final transient CountDownLatch mayWrite = new CountDownLatch(1);
    private final transient CountDownLatch isSet = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String way = request.getParameter("way");
      switch (way) {
        case "show" -> {}
        case "slow" -> session.setAttribute("slow", new Slow());
        case "refused" -> {
          refused(response, session);
          return;
        }
        default -> session.setAttribute("value", way);
      }
      response.getWriter().print(session.getAttribute("value"));
    }

    private void refused(HttpServletResponse response, HttpSession session) throws IOException {
      hasBegun.countDown();
      await(mayWrite);
      session.setAttribute("value", "refused");
      response.setContentLength(7);
      response.getWriter().print("refused");
      response.flushBuffer();
      isSet.countDown();
      await(mayGoOn);
      session.setAttribute("value", "late");
    }
  }
}
