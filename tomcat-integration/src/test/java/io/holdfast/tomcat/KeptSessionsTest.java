package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.concurrent.CompletableFuture;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread of the application that keeps an {@code HttpSession} and uses it outside of requests, as
 * a WebSocket does, while another Tomcat serves the session.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // each test starts its own
class KeptSessionsTest extends WithOneNode {

  private static final String SHOW = "show fruit, show late";
  private static final String CHANGE = "show fruit, set fruit pear";

  private PageTomcat t1;
  private PageTomcat t2;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void setAttributeWhenTheSessionHasEndedElsewhereThenIsRefusedAndNothingIsStored(
      boolean isSticky) {
    HttpSession kept = keep(isSticky);
    Browser former = new Browser();
    former.setCookie("JSESSIONID", kept.getId());
    assertEquals("apple", t2.ask(browser, CHANGE));
    assertEquals("done", t2.ask(browser, "end"));

    assertThrows(IllegalStateException.class, () -> kept.setAttribute("late", "x"));
    assertThrows(IllegalStateException.class, () -> kept.getAttribute("fruit"));

    assertEquals("no session", t1.ask(former, SHOW));
    assertEquals("no session", t2.ask(former, SHOW));
  }

  /** A logout that deletes the record of the Tomcat where the session is would end nothing. */
  @Test
  void invalidateWhenAStickySessionHasMovedThenIsRefusedAndTheSessionGoesOn() {
    HttpSession kept = keep(true);
    assertEquals("apple", t2.ask(browser, CHANGE));

    assertThrows(IllegalStateException.class, kept::invalidate);
    assertThrows(IllegalStateException.class, () -> kept.getAttribute("fruit"));

    assertEquals("pear null", t1.ask(browser, SHOW));
  }

  @Test
  void setAttributeWhenAStickySessionHasMovedThenIsStoredBesideWhatTheOtherChanged() {
    HttpSession kept = keep(true);
    assertEquals("apple", t2.ask(browser, CHANGE));

    kept.setAttribute("late", "x");

    assertEquals("pear x", t1.ask(browser, SHOW));
    assertEquals("pear x", t2.ask(browser, SHOW));
  }

  @Test
  void invalidateWhenAStickySessionIsHereThenEndsIt() {
    HttpSession kept = keep(true);

    kept.invalidate();

    assertEquals("no session", t1.ask(browser.copy(), SHOW));
    assertEquals("no session", t2.ask(browser, SHOW));
  }

  @Test
  void setAttributeWhenTheIdChangedElsewhereThenIsRefused() {
    HttpSession kept = keep(false);
    assertEquals("apple", t2.ask(browser, CHANGE + ", rename"));

    assertThrows(IllegalStateException.class, () -> kept.setAttribute("late", "x"));
    assertEquals("pear null", t2.ask(browser, SHOW));
  }

  @Test
  void invalidateWhenTheIdChangedElsewhereThenIsRefused() {
    HttpSession kept = keep(false);
    assertEquals("apple", t2.ask(browser, CHANGE + ", rename"));

    assertThrows(IllegalStateException.class, kept::invalidate);
    assertEquals("pear null", t2.ask(browser, SHOW));
  }

  @Test
  void invalidateWhenARequestDoesItAndTheIdChangedElsewhereThenItIsToldToAskAgain() {
    HttpSession unused = keep(false);
    Browser copy = browser.copy();
    CompletableFuture<Response> logout = later(() -> t1.get(copy, "hold, end"));
    page.gate().awaitArrival();
    assertEquals("apple", t2.ask(browser, CHANGE + ", rename"));

    page.gate().open();

    Response answer = logout.join();
    assertEquals(503, answer.status(), answer::toString);
    assertEquals("1", answer.header("Retry-After"));
    assertEquals("pear null", t2.ask(browser, SHOW));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void intervalWhenSetOutsideOfRequestsThenIsStored(boolean isSticky) {
    HttpSession kept = keep(isSticky);

    kept.setMaxInactiveInterval(77);

    Await.until("stored", () -> t2.ask(browser.copy(), "interval").equals("77"));
  }

  @Test
  void intervalWhenSetOnASessionThatNoRequestHasUsedHereThenIsStored() {
    HttpSession unused = keep(false);
    Session found = t2.session(browser);

    found.setMaxInactiveInterval(78);
    found.getSession().setAttribute("late", "x");

    Await.until("stored", () -> t1.ask(browser.copy(), "interval").equals("78"));
    Await.until("stored", () -> t1.ask(browser, SHOW).equals("apple x"));
  }

  /** A new session of the first of two Tomcats, as its application keeps it. */
  private HttpSession keep(boolean isSticky) {
    t1 = start("t1", settings(isSticky));
    t2 = start("t2", settings(isSticky));
    assertEquals("done", t1.ask(browser, "set fruit apple, keep"));
    long now = System.currentTimeMillis(); // which has used it later shows in their clocks
    Await.until("the next millisecond", () -> System.currentTimeMillis() > now);
    return page.kept();
  }
}
