package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JMX, and so the console, says of one session: its size and its user. */
@Timeout(60)
final class SessionFiguresTest extends WithOneNode {

  private static final int LENGTH = 10_000;

  /** Of names, types and header. */
  private static final int BESIDE = 200;

  private final Browser browser = new Browser();

  /** Sticky sessions give up the bytes of their record: the size stays known. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sizeWhenASessionIsStoredThenIsThatOfItsAttributes(boolean isSticky)
      throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", isSticky)) {
      t1.ask(browser, "one");
      awaitSize(t1, LENGTH);
      t1.ask(browser, "two");
      awaitSize(t1, 2 * LENGTH);

      t1.ask(browser, "read");

      assertEquals(2 * LENGTH, size(t1), (double) BESIDE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sizeWhenAnotherTomcatTakesTheSessionOverThenIsKnownThere(boolean isSticky)
      throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", isSticky);
        PageTomcat t2 = tomcat("t2", isSticky)) {
      t1.ask(browser, "one");
      awaitSize(t1, LENGTH);

      t2.ask(browser, "read");

      assertEquals(LENGTH, size(t2), (double) BESIDE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void userWhenTheApplicationNamesOneThenIsShown(boolean isSticky) throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", isSticky)) {
      t1.ask(browser, "one");
      assertNull(t1.manager.getSessionUser(id()));

      t1.ask(browser, "login");

      assertEquals("ann", t1.manager.getSessionUser(id()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void figuresWhenThereIsNoSuchSessionThenAreNone(boolean isSticky) throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", isSticky)) {
      assertEquals(-1, t1.manager.getSessionSize("0123456789ABCDEF.t1"));
      assertNull(t1.manager.getSessionUser("0123456789ABCDEF.t1"));
    }
  }

  private void awaitSize(PageTomcat tomcat, int length) {
    Await.until("the size is known", () -> size(tomcat) >= length);
    assertTrue(size(tomcat) < length + BESIDE, () -> "size: " + size(tomcat));
  }

  private int size(PageTomcat tomcat) {
    return tomcat.manager.getSessionSize(id());
  }

  private String id() {
    return Objects.requireNonNull(browser.cookie("JSESSIONID"));
  }

  private PageTomcat tomcat(String name, boolean isSticky) throws LifecycleException {
    return new PageTomcat(
        base.resolve(name),
        name,
        name,
        MemcachedSessionManager.builder().memcachedNodes("n1:" + node.address()).sticky(isSticky),
        new Page());
  }

  /** Sets long texts, and a user. */
  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      switch (request.getParameter("way")) {
        case "one", "two" -> session.setAttribute(request.getParameter("way"), "x".repeat(LENGTH));
        case "login" -> session.setAttribute(SessionsByUser.USER_ATTRIBUTE, "ann");
        default -> response.getWriter().println(session.getAttribute("one") != null);
      }
    }
  }
}
