package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of requests that still have the id which a session had before. */
@Timeout(120)
class ChangedIdsTest extends WithOneNode {

  private final Page page = new Page();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  /**
   * A backup that had begun before the change may write the record after its deletion was noted.
   */
  @Test
  void stickyWhenTheFormerRecordIsWrittenOnceMoreThenTheFormerIdLeadsToNoSession()
      throws LifecycleException {
    try (PageTomcat tomcat = new PageTomcat(base, "t1", "t1", builder(), page)) {
      Browser browser = new Browser();
      assertEquals("new", tomcat.ask(browser, "new"));
      Browser former = browser.copy();
      String key = key(former);
      Await.until("stored", () -> node.probe().get(key) != null);
      byte[] record = Objects.requireNonNull(node.probe().get(key));
      assertEquals("in", tomcat.ask(browser, "login"));
      Await.until("over", () -> !Arrays.equals(record, node.probe().get(key)));

      node.probe().set(key, record);

      assertEquals("no session", tomcat.ask(former, "show"));
      assertEquals("ann", tomcat.ask(browser, "show"));
      node.probe().delete(key);
    }
  }

  /** Else two requests would have the session to themselves, under one id each. */
  @Test
  void leasedWhenAnotherRequestChangesTheIdThenThatWaitsForTheLease()
      throws LifecycleException, InterruptedException {
    ManagerBuilder leasing =
        builder()
            .sticky(false)
            .lockingMode("uriPattern:.*hold")
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1));
    try (PageTomcat t1 = new PageTomcat(base, "t1", null, leasing, page);
        PageTomcat t2 = new PageTomcat(base, "t2", null, leasing, page)) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      Browser former = browser.copy();
      CompletableFuture<String> holding = later(() -> t1.ask(former, "hold"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));

      CompletableFuture<String> login = later(() -> t2.ask(browser, "login"));
      Await.until(
          "the login waits for the lease, or is over",
          () -> isSomebodyIn("ofChangingId") || login.isDone());
      assertFalse(login.isDone(), "the login went on beside the holder of the lease");
      page.mayGoOn.countDown();

      assertEquals("held", holding.join());
      assertEquals("in", login.join());
      assertEquals("1", t2.ask(browser, "count"));
      assertEquals("1", t1.ask(browser, "count"));
      Await.until(
          "no lease is left",
          () -> node.probe().keys().stream().noneMatch(each -> each.endsWith(":l")));
    }
  }

  /** A request that learns the new id early would be the second with the session to itself. */
  @Test
  void leasedWhenTheRequestChangesTheIdThenItKeepsTheSessionUnderTheNewOne()
      throws LifecycleException, InterruptedException {
    ManagerBuilder leasing =
        builder()
            .sticky(false)
            .lockingMode("all")
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1));
    try (PageTomcat t1 = new PageTomcat(base, "t1", null, leasing, page);
        PageTomcat t2 = new PageTomcat(base, "t2", null, leasing, page)) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      CompletableFuture<String> login = later(() -> t1.ask(browser, "loginAndRaise"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      Browser told = new Browser();
      told.setCookie("JSESSIONID", page.newId);

      CompletableFuture<String> other = later(() -> t2.ask(told, "raise"));
      Await.until(
          "the other request waits for the lease, or is over",
          () -> isSomebodyIn("take") || other.isDone());
      assertFalse(other.isDone(), "two requests had the session to themselves");
      page.mayGoOn.countDown();

      assertEquals("1", login.join());
      assertEquals("2", other.join());
      Await.until(
          "no lease is left",
          () -> node.probe().keys().stream().noneMatch(each -> each.endsWith(":l")));
    }
  }

  /** The client could never find its session again. */
  @Test
  void changeWhenTheRequestIsRefusedBehindItThenTheClientLearnsTheNewId()
      throws LifecycleException {
    ManagerBuilder shared = builder().sticky(false);
    try (PageTomcat tomcat = new PageTomcat(base, "t1", null, shared, page)) {
      page.afterChange =
          () ->
              Arrays.stream(tomcat.manager.findSessions())
                  .forEach(
                      session ->
                          ((SessionInstance) session).instanceState().use().leased(() -> true));
      Browser browser = new Browser();
      assertEquals("new", tomcat.ask(browser, "new"));
      String former = key(browser);

      Response refused = browser.get(tomcat.port(), "/page?way=login");

      assertEquals(503, refused.status());
      assertNotEquals(former, key(browser));
      assertEquals("nobody", tomcat.ask(browser, "show"));
    }
  }

  /**
   * What changes in place asks nothing of the session, so no exception tells the application that
   * its instance was given up. In recorded histories such a change was lost, and answered 200.
   */
  @Test
  void changeInPlaceWhenTheIdChangesElsewhereAndThatIsFoundThenIsRefused()
      throws LifecycleException, InterruptedException {
    ManagerBuilder shared = builder().sticky(false);
    try (PageTomcat t1 = new PageTomcat(base, "t1", null, shared, page);
        PageTomcat t2 = new PageTomcat(base, "t2", null, shared, page)) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      assertEquals("[]", t1.ask(browser, "basket"));
      Browser former = browser.copy();
      CompletableFuture<Response> adding =
          CompletableFuture.supplyAsync(
              () -> former.copy().get(t1.port(), "/page?way=holdAndAdd"),
              command -> new Thread(command).start());
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("in", t2.ask(browser, "login"));
      assertEquals("no session", t1.ask(former.copy(), "show"));

      page.mayGoOn.countDown();

      assertEquals(503, adding.join().status());
      assertEquals("[]", t1.ask(browser, "basket"));
      assertEquals("[]", t2.ask(browser, "basket"));
    }
  }

  /** It has changed nothing, whatever becomes of the session. */
  @Test
  void lookAtAnObjectWhenTheIdChangesElsewhereAndThatIsFoundThenIsAnswered()
      throws LifecycleException, InterruptedException {
    ManagerBuilder shared = builder().sticky(false);
    try (PageTomcat t1 = new PageTomcat(base, "t1", null, shared, page);
        PageTomcat t2 = new PageTomcat(base, "t2", null, shared, page)) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      assertEquals("[]", t1.ask(browser, "basket"));
      Browser former = browser.copy();
      CompletableFuture<String> looking = later(() -> t1.ask(former.copy(), "holdAndLook"));
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      assertEquals("in", t2.ask(browser, "login"));
      assertEquals("no session", t1.ask(former.copy(), "show"));

      page.mayGoOn.countDown();

      assertEquals("[]", looking.join());
    }
  }

  /** An application that chooses ids itself must not lose two sessions when it errs. */
  @Test
  void changeWhenAnotherSessionHasThatIdThenIsRefusedAndBothGoOn() throws LifecycleException {
    ManagerBuilder shared = builder().sticky(false);
    try (PageTomcat t1 = new PageTomcat(base, "t1", null, shared, page);
        PageTomcat t2 = new PageTomcat(base, "t2", null, shared, page)) {
      Browser taken = new Browser();
      assertEquals("new", t2.ask(taken, "new"));
      assertEquals("in", t2.ask(taken, "login"));
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      page.chooser = id -> t1.manager.changeSessionId(session(t1, id), key(taken));

      Response refused = browser.get(t1.port(), "/page?way=choose");

      assertEquals(503, refused.status());
      for (PageTomcat tomcat : List.of(t1, t2)) {
        assertEquals("nobody", tomcat.ask(browser, "show"));
        assertEquals("ann", tomcat.ask(taken, "show"));
      }
    }
  }

  private static Session session(PageTomcat tomcat, String id) {
    try {
      return Objects.requireNonNull(tomcat.manager.findSession(id));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find session " + id, e);
    }
  }

  /** Whether a thread waits for a lease, in this method of {@code RequestLeases}. */
  private static boolean isSomebodyIn(String method) {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getMethodName().equals(method)
                                && frame.getClassName().endsWith(".RequestLeases")));
  }

  private static CompletableFuture<String> later(Supplier<String> asked) {
    return CompletableFuture.supplyAsync(asked, command -> new Thread(command).start());
  }

  private static String key(Browser browser) {
    return Objects.requireNonNull(browser.cookie("JSESSIONID")).replaceFirst("\\..*", "");
  }

  private ManagerBuilder builder() {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .set(Setting.STORAGE_KEY_PREFIX, "")
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);
    private volatile String newId = "";
    private transient volatile Runnable afterChange = () -> {};
    private transient volatile Consumer<String> chooser = id -> {};

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession(way.equals("new"));
      response.getWriter().print(session == null ? "no session" : answer(request, session, way));
    }

    private String answer(HttpServletRequest request, HttpSession session, String way) {
      switch (way) {
        case "new" -> session.setAttribute("user", "nobody");
        case "hold" -> {
          isThere.countDown();
          awaitQuietly();
          session.setAttribute("count", 1);
          return "held";
        }
        case "basket" -> {
          return String.valueOf(basket(session));
        }
        case "holdAndAdd", "holdAndLook" -> {
          List<String> basket = basket(session);
          isThere.countDown();
          awaitQuietly();
          if (way.equals("holdAndAdd")) {
            basket.add("pear");
          }
          return String.valueOf(basket);
        }
        case "login" -> {
          request.changeSessionId();
          afterChange.run();
          session.setAttribute("user", "ann");
          return "in";
        }
        case "raise" -> {
          return raise(session);
        }
        case "loginAndRaise" -> {
          newId = request.changeSessionId();
          isThere.countDown();
          awaitQuietly();
          return raise(session);
        }
        case "choose" -> chooser.accept(session.getId());
        case "count" -> {
          return String.valueOf(session.getAttribute("count"));
        }
        default -> {
          return String.valueOf(session.getAttribute("user"));
        }
      }
      return way;
    }

    @SuppressWarnings("unchecked") // nothing else has that name
    private static List<String> basket(HttpSession session) {
      List<String> basket = (List<String>) session.getAttribute("basket");
      if (basket == null) {
        basket = new ArrayList<>();
        session.setAttribute("basket", basket);
      }
      return basket;
    }

    private static String raise(HttpSession session) {
      Object count = session.getAttribute("count");
      int raised = count == null ? 1 : (Integer) count + 1;
      session.setAttribute("count", raised);
      return String.valueOf(raised);
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
