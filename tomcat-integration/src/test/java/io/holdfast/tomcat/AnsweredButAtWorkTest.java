package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
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

/**
 * A sticky session whose request has been answered and is still at work, so that its change is not
 * stored: the client's next request must see it, although the nodes have a record that is newer
 * than the instance.
 */
@Timeout(120)
class AnsweredButAtWorkTest extends WithOneNode {

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  @Test
  void changeWhenAnotherTomcatHasStoredTheSessionThenTheNextRequestSeesBoth()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2")) {
      Browser browser = new Browser();
      assertEquals("1 null", t1.ask(browser, "raise"));
      awaitStored(t1);
      CompletableFuture<String> atWork =
          CompletableFuture.supplyAsync(
              () -> t1.ask(browser.copy(), "raiseAndStay"), command -> new Thread(command).start());
      assertTrue(page.isAnswered.await(60, TimeUnit.SECONDS));
      assertEquals("2 null", atWork.join());
      assertEquals("1 yes", t2.ask(browser, "mark"));
      awaitStored(t2);

      assertEquals("2 yes", t1.ask(browser, "show"));
      assertEquals("3 yes", t1.ask(browser, "raise"));

      page.mayGoOn.countDown();
      t1.awaitNoRequest();
      assertEquals("3 yes", t1.ask(browser, "show"));
    }
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

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isAnswered = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String way = request.getParameter("way");
      if (way.startsWith("raise")) {
        int before = session.getAttribute("count") instanceof Integer number ? number : 0;
        session.setAttribute("count", before + 1);
      } else if (way.equals("mark")) {
        session.setAttribute("mark", "yes");
      }
      String answer = session.getAttribute("count") + " " + session.getAttribute("mark");
      response.setContentLength(answer.length());
      response.getWriter().print(answer);
      if (way.equals("raiseAndStay")) {
        response.getWriter().close();
        isAnswered.countDown();
        awaitLeave();
      }
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
