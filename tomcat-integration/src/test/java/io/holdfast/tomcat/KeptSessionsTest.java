package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
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
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread of the application that keeps an {@code HttpSession} and uses it outside of requests, as
 * a WebSocket does, while another Tomcat serves the session.
 */
@Timeout(120)
class KeptSessionsTest extends WithOneNode {

  private final Page page = new Page();
  private @Nullable PageTomcat t1;
  private @Nullable PageTomcat t2;

  @AfterEach
  void stopAll() throws LifecycleException {
    page.mayGoOn.countDown();
    for (PageTomcat tomcat : new PageTomcat[] {t1, t2}) {
      if (tomcat != null) {
        tomcat.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void setAttributeWhenTheSessionHasEndedElsewhereThenIsRefusedAndNothingIsStored(boolean isSticky)
      throws LifecycleException {
    start(isSticky);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);
    String id = kept.getId();
    assertEquals("set", t2().ask(browser, "set"));
    assertEquals("ended", t2().ask(browser, "end"));

    assertThrows(IllegalStateException.class, () -> kept.setAttribute("late", "x"));

    assertThrows(IllegalStateException.class, () -> kept.getAttribute("fruit"));
    Browser former = new Browser();
    former.setCookie("JSESSIONID", id);
    assertEquals("no session", t1().ask(former, "show"));
    assertEquals("no session", t2().ask(former, "show"));
  }

  /** A logout that deletes the record of the Tomcat where the session is would end nothing. */
  @Test
  void invalidateWhenAStickySessionHasMovedThenIsRefusedAndTheSessionGoesOn()
      throws LifecycleException {
    start(true);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);
    assertEquals("set", t2().ask(browser, "set"));

    assertThrows(IllegalStateException.class, kept::invalidate);

    assertThrows(IllegalStateException.class, () -> kept.getAttribute("fruit"));
    assertEquals("fruit=pear late=null", t1().ask(browser, "show"));
  }

  @Test
  void setAttributeWhenAStickySessionHasMovedThenIsStoredBesideWhatTheOtherChanged()
      throws LifecycleException {
    start(true);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);
    assertEquals("set", t2().ask(browser, "set"));

    kept.setAttribute("late", "x");

    assertEquals("fruit=pear late=x", t1().ask(browser, "show"));
    assertEquals("fruit=pear late=x", t2().ask(browser, "show"));
  }

  @Test
  void invalidateWhenAStickySessionIsHereThenEndsIt() throws LifecycleException {
    start(true);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);

    kept.invalidate();

    assertEquals("no session", t1().ask(browser.copy(), "show"));
    assertEquals("no session", t2().ask(browser, "show"));
  }

  @Test
  void setAttributeWhenTheIdChangedElsewhereThenIsRefused() throws LifecycleException {
    start(false);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);
    assertEquals("set", t2().ask(browser, "rotate"));

    assertThrows(IllegalStateException.class, () -> kept.setAttribute("late", "x"));

    assertEquals("fruit=pear late=null", t2().ask(browser, "show"));
  }

  @Test
  void invalidateWhenTheIdChangedElsewhereThenIsRefused() throws LifecycleException {
    start(false);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);
    assertEquals("set", t2().ask(browser, "rotate"));

    assertThrows(IllegalStateException.class, kept::invalidate);

    assertEquals("fruit=pear late=null", t2().ask(browser, "show"));
  }

  @Test
  void invalidateWhenARequestDoesItAndTheIdChangedElsewhereThenItIsToldToAskAgain()
      throws LifecycleException, InterruptedException {
    start(false);
    Browser browser = new Browser();
    HttpSession unused = keep(browser);
    int port = t1().port();
    CompletableFuture<Response> logout =
        CompletableFuture.supplyAsync(() -> browser.copy().get(port, "/page?way=late-end"));
    assertTrue(page.isThere.await(60, TimeUnit.SECONDS));
    assertEquals("set", t2().ask(browser, "rotate"));
    page.mayGoOn.countDown();

    Response answer = logout.join();

    assertEquals(503, answer.status(), answer::toString);
    assertEquals("1", answer.header("Retry-After"));
    assertEquals("fruit=pear late=null", t2().ask(browser, "show"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void intervalWhenSetOutsideOfRequestsThenIsStored(boolean isSticky) throws LifecycleException {
    start(isSticky);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);

    kept.setMaxInactiveInterval(77);

    Await.until("stored", () -> t2().ask(browser.copy(), "interval").equals("77"));
  }

  @Test
  void intervalWhenSetOnASessionThatNoRequestHasUsedHereThenIsStored()
      throws LifecycleException, IOException {
    start(false);
    Browser browser = new Browser();
    HttpSession kept = keep(browser);
    Session found = Objects.requireNonNull(t2().manager.findSession(kept.getId()));

    found.setMaxInactiveInterval(78);
    found.getSession().setAttribute("late", "x");

    Await.until("stored", () -> t1().ask(browser.copy(), "interval").equals("78"));
    Await.until("stored", () -> t1().ask(browser, "show").equals("fruit=apple late=x"));
  }

  /** A new session of the first Tomcat, as its application keeps it. */
  private HttpSession keep(Browser browser) {
    assertEquals("kept", t1().ask(browser, "keep"));
    awaitNextMillisecond();
    return Objects.requireNonNull(page.kept);
  }

  /** Which of two Tomcats has used a session later shows in their clocks. */
  private static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    Await.until("the next millisecond", () -> System.currentTimeMillis() > now);
  }

  private PageTomcat t1() {
    return Objects.requireNonNull(t1);
  }

  private PageTomcat t2() {
    return Objects.requireNonNull(t2);
  }

  private void start(boolean isSticky) throws LifecycleException {
    t1 = new PageTomcat(base, "t1", isSticky ? "t1" : null, builder(isSticky), page);
    t2 = new PageTomcat(base, "t2", isSticky ? "t2" : null, builder(isSticky), page);
  }

  private ManagerBuilder builder(boolean isSticky) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(isSticky)
        .set(Setting.STORAGE_KEY_PREFIX, "")
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
        .set(Setting.SESSION_BACKUP_ASYNC, false)
        .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private transient volatile @Nullable HttpSession kept;
    private final transient CountDownLatch isThere = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request, request.getParameter("way")));
    }

    private String answer(HttpServletRequest request, String way) {
      if (way.equals("keep")) {
        kept = request.getSession();
        kept.setAttribute("fruit", "apple");
        return "kept";
      }
      HttpSession session = request.getSession(false);
      if (session == null) {
        return "no session";
      }
      return switch (way) {
        case "interval" -> String.valueOf(session.getMaxInactiveInterval());
        case "show" ->
            "fruit=%s late=%s"
                .formatted(session.getAttribute("fruit"), session.getAttribute("late"));
        default -> changed(request, session, way);
      };
    }

    private String changed(HttpServletRequest request, HttpSession session, String way) {
      if (way.endsWith("end")) {
        if (way.equals("late-end")) {
          isThere.countDown();
          awaitQuietly(mayGoOn);
        }
        session.invalidate();
        return "ended";
      }
      session.setAttribute("fruit", "pear");
      if (way.equals("rotate")) {
        request.changeSessionId();
      }
      return "set";
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
