package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ignored requests change in sessions that any Tomcat may serve is late, and not lost. */
@Timeout(120)
class IgnoredChangesTest {

  @TempDir private Path base;
  private MemcachedNode node;
  private final Page page = new Page();

  @BeforeEach
  void startNode() {
    node = MemcachedNodes.start();
  }

  @AfterEach
  void stopNode() {
    page.mayGoOn.countDown();
    node.close();
  }

  /** The instance with the change gave way to what the other Tomcat had stored. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all"})
  void changeWhenAnotherTomcatSavesNextThenIsLaidOverThat(String lockingMode)
      throws LifecycleException {
    try (PageTomcat t1 = start("t1", lockingMode);
        PageTomcat t2 = start("t2", lockingMode)) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", t1.ask(browser, "create"));
      assertEquals("1 yes [apple, pear]", t1.ask(browser, "ignored"));
      assertEquals("2 null [apple]", t2.ask(browser, "raise"));

      assertEquals("2 yes [apple, pear]", t1.ask(browser, "show"));

      assertEquals("2 yes [apple, pear]", t2.ask(browser, "show"));
    }
  }

  /** The instance with the change gave way to that of the request with the lease. */
  @Test
  void changeWhenItIsMadeBesideTheHolderOfTheLeaseThenIsLaidOverItsChanges()
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start("t1", "all")) {
      Browser browser = new Browser();
      assertEquals("1 null [apple]", tomcat.ask(browser, "create"));
      CompletableFuture<String> holder =
          CompletableFuture.supplyAsync(
              () -> tomcat.ask(browser.copy(), "hold"), command -> new Thread(command).start());
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("1 yes [apple, pear]", tomcat.ask(browser, "ignored"));
      page.mayGoOn.countDown();
      assertEquals("2 null [apple]", holder.join());

      Await.until(
          "both are there", () -> tomcat.ask(browser, "show").equals("2 yes [apple, pear]"));
    }
  }

  private PageTomcat start(String name, String lockingMode) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .requestUriIgnorePattern(".*ignored")
            .storageKeyPrefix("")
            .operationTimeout(Duration.ofSeconds(10)),
        page);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      switch (request.getParameter("way")) {
        case "create" -> {
          session.setAttribute("count", 1);
          session.setAttribute("basket", new ArrayList<>(List.of("apple")));
        }
        case "ignored" -> {
          session.setAttribute("mark", "yes");
          basket(session).add("pear"); // in place
        }
        case "raise" -> session.setAttribute("count", 2);
        case "hold" -> {
          isThere.countDown();
          awaitQuietly();
          session.setAttribute("count", 2);
        }
        default -> {} // shows it
      }
      response
          .getWriter()
          .print(
              session.getAttribute("count")
                  + " "
                  + session.getAttribute("mark")
                  + " "
                  + basket(session));
    }

    @SuppressWarnings("unchecked") // nothing else has that name
    private static List<String> basket(HttpSession session) {
      return (List<String>) session.getAttribute("basket");
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
