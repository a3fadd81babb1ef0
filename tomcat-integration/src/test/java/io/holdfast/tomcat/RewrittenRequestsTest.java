package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.valves.rewrite.RewriteValve;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests that Tomcat's {@code RewriteValve} sends through all valves again, from within its
 * application.
 */
@Timeout(120)
class RewrittenRequestsTest extends WithOneNode {

  private final Page page = new Page();

  @BeforeEach
  void prepare() throws IOException {
    Path rules = Files.createDirectories(base.resolve("WEB-INF")).resolve("rewrite.config");
    Files.writeString(rules, "RewriteRule ^/nice/(.*)$ /page?way=$1 [L]\n");
  }

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  @ParameterizedTest
  @CsvSource({"true,none", "false,none", "false,optimistic", "false,all", "false,auto"})
  void changeWhenItsRequestIsRewrittenThenIsSeenElsewhere(boolean isSticky, String lockingMode)
      throws LifecycleException {
    try (PageTomcat t1 = start("t1", isSticky, lockingMode);
        PageTomcat t2 = start("t2", isSticky, lockingMode)) {
      Browser browser = new Browser();
      assertEquals("[new]", browser.get(t1.port(), "/nice/new").body());

      assertEquals("[new, pear]", browser.get(t2.port(), "/nice/pear").body());
      assertEquals("[new, pear, plum]", browser.get(t1.port(), "/nice/plum").body());

      assertEquals("[new, pear, plum, fig]", t2.ask(browser, "fig"));
    }
  }

  /** The other request has its object before the rewritten one ends, and changes it after. */
  @ParameterizedTest
  @CsvSource({"true,none", "false,none", "false,optimistic"})
  void changeWhenMadeBesideARewrittenRequestThenIsSeenElsewhere(
      boolean isSticky, String lockingMode) throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1", isSticky, lockingMode);
        PageTomcat t2 = start("t2", isSticky, lockingMode)) {
      Browser browser = new Browser();
      assertEquals("[new]", t1.ask(browser, "new"));
      Browser copy = browser.copy();
      CompletableFuture<String> slow = new CompletableFuture<>();
      Thread thread = new Thread(() -> slow.complete(t1.ask(copy, "slow")));
      thread.start();
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("[new, pear]", browser.get(t1.port(), "/nice/pear").body());
      page.mayGoOn.countDown();
      assertEquals("[new, pear, slow]", slow.join());
      thread.join();

      assertEquals("[new, pear, slow, fig]", t2.ask(browser, "fig"));
    }
  }

  private PageTomcat start(String name, boolean isSticky, String lockingMode)
      throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    if (!isSticky) {
      builder.lockingMode(lockingMode);
    }
    return new PageTomcat(
        base,
        name,
        isSticky ? name : null,
        builder,
        page,
        context -> context.getPipeline().addValve(new RewriteValve()));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession();
      if (way.equals("new")) {
        session.setAttribute("basket", new ArrayList<String>());
      }
      @SuppressWarnings("unchecked")
      List<String> basket = (List<String>) session.getAttribute("basket");
      if (way.equals("slow")) {
        isThere.countDown();
        try {
          mayGoOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      basket.add(way);
      response.getWriter().print(basket);
    }
  }
}
