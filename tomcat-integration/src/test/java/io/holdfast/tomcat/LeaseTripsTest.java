package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.CommandTap;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a request with the lease sends to a node, in this order. */
@Timeout(120)
class LeaseTripsTest extends WithOneNode {

  private static final List<String> TAKEN_AND_READ =
      List.of("add lease", "append record", "gets record");

  private CommandTap tap;
  private final Page page = new Page();

  @BeforeEach
  void prepare() {
    tap = CommandTap.before(node);
  }

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
    tap.close();
  }

  @Test
  void requestWhenItReadsItsSessionThenTheRecordIsReadRightBehindTheLease()
      throws LifecycleException {
    try (PageTomcat tomcat = start("t1")) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));
      int before = commands(browser).size();

      assertEquals("1", tomcat.ask(browser, "show"));

      assertCommands(browser, before, TAKEN_AND_READ, List.of("cas lease"));
    }
  }

  @Test
  void requestWhenItChangesItsSessionThenTheRecordIsReadRightBehindTheLease()
      throws LifecycleException {
    try (PageTomcat tomcat = start("t1")) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));
      int before = commands(browser).size();

      assertEquals("2", tomcat.ask(browser, "raise"));

      assertCommands(browser, before, TAKEN_AND_READ, List.of("cas record", "cas lease"));
    }
  }

  @Test
  void requestWhenOnlyAnotherTomcatHasServedItsSessionThenAsksFirstWhetherThereIsOne()
      throws LifecycleException {
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2")) {
      Browser browser = new Browser();
      assertEquals("1", t1.ask(browser, "raise"));
      int before = commands(browser).size();

      assertEquals("1", t2.ask(browser, "show"));

      assertCommands(browser, before, List.of("gets record"), TAKEN_AND_READ, List.of("cas lease"));
    }
  }

  /** What it reads by its first question is older than what the other request stores. */
  @Test
  void requestWhenAnotherTomcatHasTheLeaseThenReadsWhatThatHasStored()
      throws LifecycleException, InterruptedException {
    try (PageTomcat t1 = start("t1");
        PageTomcat t2 = start("t2")) {
      Browser browser = new Browser();
      assertEquals("1", t1.ask(browser, "raise"));
      assertEquals("2", t2.ask(browser, "raise"));
      CompletableFuture<String> first = later(() -> t1.ask(browser.copy(), "raiseSlowly"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      int before = commands(browser).size();
      CompletableFuture<String> second = later(() -> t2.ask(browser.copy(), "raise"));
      Await.until(
          "it has asked and read",
          () -> commands(browser).stream().skip(before).toList().containsAll(TAKEN_AND_READ));
      page.mayGoOn.countDown();

      assertEquals("3", first.join());
      assertEquals("4", second.join());
      assertEquals("4", t1.ask(browser, "show"));
    }
  }

  /** That another request of this Tomcat has the session tells that there is one. */
  @Test
  void requestWhenAnotherOfItsTomcatHasTheLeaseThenDoesNotAskWhetherThereIsSuchASession()
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start("t1")) {
      Browser browser = new Browser();
      assertEquals("1", tomcat.ask(browser, "raise"));
      int before = commands(browser).size();
      CompletableFuture<String> first = later(() -> tomcat.ask(browser.copy(), "raiseSlowly"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      CompletableFuture<String> second = later(() -> tomcat.ask(browser.copy(), "raise"));
      Await.until("it waits", LeaseTripsTest::isSomebodyWaitingForALease);
      page.mayGoOn.countDown();

      assertEquals("2", first.join());
      assertEquals("3", second.join());
      assertCommands(
          browser,
          before,
          TAKEN_AND_READ,
          List.of("cas record", "append record", "gets record", "cas record", "cas lease"));
    }
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  private final void assertCommands(Browser browser, int before, List<String>... inOrder) {
    List<String> expected = Stream.of(inOrder).flatMap(List::stream).toList();
    Await.value(
        "commands", () -> commands(browser).stream().skip(before).toList(), expected::equals);
  }

  /** All about the browser's session, but for times of access. */
  private List<String> commands(Browser browser) {
    String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    return tap.commands().stream()
        .filter(command -> command.contains(id) && !command.endsWith(":a"))
        .map(command -> command.replace(id + ":l", "lease").replace(id, "record"))
        .toList();
  }

  private PageTomcat start(String name) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes(tap.address())
            .sticky(false)
            .lockingMode("all")
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page);
  }

  private static boolean isSomebodyWaitingForALease() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(
            frame ->
                frame.getMethodName().equals("acquire")
                    && frame.getClassName().endsWith(".RequestLeases"));
  }

  private static CompletableFuture<String> later(Supplier<String> request) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(request.get());
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return answer;
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String way = request.getParameter("way");
      Integer count = (Integer) session.getAttribute("count");
      int now = count == null ? 0 : count;
      if (way.equals("raiseSlowly")) {
        isThere.countDown();
        awaitQuietly(mayGoOn);
      }
      if (!way.equals("show")) {
        now++;
        session.setAttribute("count", now);
      }
      response.getWriter().print(now);
    }

    private static void awaitQuietly(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
