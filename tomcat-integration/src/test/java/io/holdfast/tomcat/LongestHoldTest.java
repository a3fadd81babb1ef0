package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.servlet.AsyncContext;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that has its session to itself, and whose response flows for as long as its client
 * likes. Other requests have to wait a minute before they are refused.
 */
@Timeout(120)
class LongestHoldTest extends WithOneNode {

  private final Tomcat tomcat = new Tomcat();
  private final Page page = new Page();

  @AfterEach
  void stopAll() throws LifecycleException {
    page.mayGoOn.countDown();
    tomcat.stop();
    tomcat.destroy();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "async-"})
  void requestWhenTheHoldersResponseFlowsThenGetsTheSessionAsTheHolderLeftIt(String kind)
      throws LifecycleException, IOException {
    start(1);
    Browser browser = new Browser();
    assertEquals("1", ask(browser, "count"));

    try (OpenResponse flowing = browser.copy().open(port(), "/page?way=" + kind + "read")) {
      assertEquals('.', flowing.body().read());
      assertEquals("3", ask(browser, "count"), "the holder has counted before its first byte");
      page.mayGoOn.countDown();
      flowing.body().readAllBytes();
    }

    assertEquals("4", ask(browser, "count"));
    Await.until("no lease is left", this::isNoLeaseLeft);
  }

  @Test
  void holderWhenItChangesTheSessionAfterItsTimeThenIsCutAndTheChangeIsNotStored()
      throws LifecycleException, IOException {
    start(1);
    Browser browser = new Browser();
    assertEquals("1", ask(browser, "count"));

    try (OpenResponse flowing = browser.copy().open(port(), "/page?way=write")) {
      assertEquals('.', flowing.body().read());
      assertEquals("3", ask(browser, "count"));
      page.mayGoOn.countDown();
      assertThrows(IOException.class, () -> flowing.body().readAllBytes());
    }

    assertEquals("4", ask(browser, "count"));
    Await.until("no lease is left", this::isNoLeaseLeft);
  }

  @Test
  void asynchronousHolderWhenItChangesTheSessionAfterItsTimeThenItsResponseIsCut()
      throws LifecycleException, IOException {
    start(1);
    Browser browser = new Browser();
    assertEquals("1", ask(browser, "count"));

    try (OpenResponse flowing = browser.copy().open(port(), "/page?way=async-write")) {
      assertEquals('.', flowing.body().read());
      assertEquals("3", ask(browser, "count"));
      page.mayGoOn.countDown();
      assertThrows(IOException.class, () -> flowing.body().readAllBytes());
    }

    assertEquals("4", ask(browser, "count"));
    Await.until("no lease is left", this::isNoLeaseLeft);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "write"})
  void requestWhenTheHolderMayTakeItsTimeThenIsRefused(String way)
      throws LifecycleException, IOException {
    start(-1);
    Browser browser = new Browser();
    assertEquals("1", ask(browser, "count"));

    int status;
    try (OpenResponse flowing = browser.copy().open(port(), "/page?way=" + way)) {
      assertEquals('.', flowing.body().read());
      status = browser.copy().get(port(), "/page?way=count").status();
      page.mayGoOn.countDown();
      flowing.body().readAllBytes();
    }

    assertEquals(503, status);
    assertEquals(way.equals("write") ? "4" : "3", ask(browser, "count"));
  }

  private String ask(Browser browser, String way) {
    return browser.get(port(), "/page?way=" + way).body();
  }

  private boolean isNoLeaseLeft() {
    return node.probe().keys().stream().noneMatch(key -> key.endsWith(":l"));
  }

  private int port() {
    return tomcat.getConnector().getLocalPort();
  }

  private void start(int maxLockHold) throws LifecycleException {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", base.toString());
    context.setManager(
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode("all")
            .set(
                Setting.LOCK_EXPIRATION,
                maxLockHold < 0 ? Duration.ofSeconds(4) : Duration.ofMinutes(1))
            .set(Setting.ON_LOCK_TIMEOUT, OnLockTimeout.REJECT)
            .set(Setting.MAX_LOCK_HOLD, Duration.ofSeconds(maxLockHold))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .build());
    Tomcat.addServlet(context, "page", page).setAsyncSupported(true);
    context.addServletMappingDecoded("/page", "page");
    tomcat.start();
  }

  /** Counts, and if it is asked to, answers slowly. */
  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      int count = count(request.getSession());
      if (way.equals("count")) {
        response.getWriter().print(count);
      } else if (way.startsWith("async-")) {
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        async.start(
            () -> {
              flow(request, response, way.endsWith("write"));
              async.complete();
            });
      } else {
        flow(request, response, way.endsWith("write"));
      }
    }

    private static int count(HttpSession session) {
      Integer before = (Integer) session.getAttribute("count");
      int count = before == null ? 1 : before + 1;
      session.setAttribute("count", count);
      return count;
    }

    /** The first byte, and when the test says so the last, perhaps behind another change. */
    private void flow(HttpServletRequest request, HttpServletResponse response, boolean writes) {
      try {
        HttpSession session = request.getSession();
        ServletOutputStream out = response.getOutputStream();
        out.print(".");
        response.flushBuffer();
        mayGoOn.await();
        if (writes) {
          count(session);
        }
        out.print(".");
        response.flushBuffer();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
