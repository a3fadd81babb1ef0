package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an earlier start of an application has left, when the application was started again. */
@Timeout(120)
class FormerStartTest extends WithOneNode {

  private final Page page = new Page();
  private final Queue<String> ends = new ConcurrentLinkedQueue<>();

  @AfterEach
  void letGo() {
    page.mayGoOn.countDown();
  }

  /** As a thread does that the application has forgotten to end. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenAnObjectOfTheFormerStartIsInvalidatedThenGoesOn(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky, false)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      HttpSession former = Objects.requireNonNull(page.kept);
      tomcat.restart();
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));

      former.invalidate();

      assertEquals(1, tomcat.manager().getActiveSessions());
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));
      tomcat.restart();
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenItEndsItsSessionAfterTheStopThenIsRefusedAndTheSessionGoesOn(boolean isSticky)
      throws LifecycleException, InterruptedException {
    try (RestartedTomcat tomcat = start(isSticky, false)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      CompletableFuture<Response> late = new CompletableFuture<>();
      Browser copy = browser.copy();
      Thread thread =
          new Thread(() -> late.complete(copy.get(tomcat.tomcat().port(), "/page?way=late-end")));
      thread.start();
      assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
      tomcat.stop();
      page.mayGoOn.countDown();
      thread.join();

      assertEquals(503, late.join().status());

      tomcat.start();
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));
      assertEquals(List.of(), List.copyOf(ends));
    }
  }

  /** The session has not ended, and the listeners are those of the present start. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listenersWhenAnObjectOfTheFormerStartIsInvalidatedThenHearNothing(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky, false)) {
      assertEquals("apple", tomcat.tomcat().ask(new Browser(), "keep"));
      HttpSession former = Objects.requireNonNull(page.kept);
      tomcat.restart();

      former.invalidate();

      assertEquals(List.of(), List.copyOf(ends));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenAnObjectOfTheFormerStartGetsAnotherIdThenIsStillHere(boolean isSticky)
      throws LifecycleException, IOException {
    try (RestartedTomcat tomcat = start(isSticky, false)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
      Session former = tomcat.manager().findSession(id);
      assertNotNull(former);
      tomcat.restart();
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));

      former.setId("another", false);

      assertEquals(1, tomcat.manager().getActiveSessions());
    }
  }

  /** Who ends the sessions of that user would end the session of another one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenAnObjectOfTheFormerStartNamesAUserThenIsNotListedForHim(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky, true)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      HttpSession former = Objects.requireNonNull(page.kept);
      tomcat.restart();
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));

      former.setAttribute(SessionsByUser.USER_ATTRIBUTE, "eve");

      assertEquals(0, tomcat.manager().endSessionsOf("eve"));
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void loaderWhenItsApplicationHasStoppedThenIsCollected(boolean isSticky, boolean isListed)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky, isListed)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      page.kept = null;
      WeakReference<ClassLoader> loader = new WeakReference<>(tomcat.loader());

      tomcat.stop();

      Await.until(
          "the loader is collected",
          () -> {
            System.gc();
            return loader.refersTo(null);
          });
    }
  }

  private RestartedTomcat start(boolean isSticky, boolean isListed) throws LifecycleException {
    return new RestartedTomcat(
        base,
        "t1",
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSIONS_BY_USER, isListed)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page,
        context -> {
          context.setUnloadDelay(100);
          context.addApplicationLifecycleListener(new Ends());
        });
  }

  private final class Ends implements HttpSessionListener {

    @Override
    public void sessionCreated(HttpSessionEvent event) {}

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      ends.add(event.getSession().getId());
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private transient volatile @Nullable HttpSession kept;
    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getParameter("way").equals("keep")) {
        HttpSession created = request.getSession();
        created.setAttribute("fruit", "apple");
        kept = created;
      }
      HttpSession session = request.getSession(false);
      if (session != null && request.getParameter("way").equals("late-end")) {
        isThere.countDown();
        awaitQuietly();
        session.invalidate();
        return;
      }
      response.getWriter().print(session == null ? "no session" : session.getAttribute("fruit"));
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
