package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator ends one session, and hears whether it was ended. */
class ExpireSessionTest extends WithOneNode {

  @Test
  void endSessionWhenAStickyOneHasMovedThenItGoesOnAndTheOperatorIsTold()
      throws LifecycleException {
    try (CapturedLog log = new CapturedLog(MemcachedSessionManager.class);
        PageTomcat t1 = tomcat("t1", true);
        PageTomcat t2 = tomcat("t2", true)) {
      Browser browser = new Browser();
      t1.ask(browser, "set");
      String former = t1.manager.listSessionIds().strip();
      assertEquals("ann", t2.ask(browser, "get"));

      assertFalse(t1.manager.endSession(former));

      assertEquals(1, refusals(log).size());
      assertEquals("ann", t2.ask(browser, "get"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endSessionWhenItIsHereThenSaysSo(boolean sticky) throws LifecycleException {
    try (CapturedLog log = new CapturedLog(MemcachedSessionManager.class);
        PageTomcat t1 = tomcat("t1", sticky)) {
      Browser browser = new Browser();
      t1.ask(browser, "set");

      assertTrue(t1.manager.endSession(t1.manager.listSessionIds().strip()));

      assertEquals(List.of(), refusals(log));
      assertEquals("no session", t1.ask(browser, "get"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void expireSessionWhenThereIsNoneThenTheLogSaysSo(boolean sticky) throws LifecycleException {
    try (CapturedLog log = new CapturedLog(MemcachedSessionManager.class);
        PageTomcat t1 = tomcat("t1", sticky)) {
      t1.manager.expireSession("ABC.t2");

      assertEquals(1, refusals(log).size());
    }
  }

  /**
   * Another Tomcat may serve it: "not here" alone would have the operator look for a typing error.
   */
  @Test
  void expireSessionWhenTheNodesDoNotAnswerThenTheLogNamesThem() throws LifecycleException {
    try (CapturedLog log = new CapturedLog(MemcachedSessionManager.class);
        PageTomcat t1 = tomcat("t1", false)) {
      String id = "127.0.0.1:" + node.port();
      node.kill();
      Await.until(
          "the node is lost",
          () ->
              Objects.requireNonNull(t1.manager.observed())
                  .health()
                  .lostNodes()
                  .equals(List.of(id)));

      t1.manager.expireSession("ABC");

      assertEquals(
          1,
          log.messages(Level.INFO).stream()
              .filter(
                  line ->
                      line.endsWith("does not have it, unless on nodes that do not answer: " + id))
              .count(),
          log.messages(Level.INFO)::toString);
    }
  }

  @Test
  void endSessionWhenSessionsAreNotBackedUpThenSaysWhetherItWasHere() throws LifecycleException {
    ManagerBuilder disabled = builder(true).set(Setting.ENABLED, false);
    try (PageTomcat t1 = new PageTomcat(base, "t1", "t1", disabled, new Page())) {
      t1.ask(new Browser(), "set");
      String id = t1.manager.listSessionIds().strip();

      assertTrue(t1.manager.endSession(id));
      assertFalse(t1.manager.endSession(id));
    }
  }

  private static List<String> refusals(CapturedLog log) {
    return log.messages(Level.INFO).stream()
        .filter(line -> line.endsWith("this Tomcat does not have it"))
        .toList();
  }

  private PageTomcat tomcat(String route, boolean sticky) throws LifecycleException {
    return new PageTomcat(base, route, route, builder(sticky), new Page());
  }

  private ManagerBuilder builder(boolean sticky) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(sticky)
        .set(Setting.SESSION_BACKUP_ASYNC, false)
        .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getParameter("way").equals("set")) {
        request.getSession().setAttribute("user", "ann");
      }
      HttpSession session = request.getSession(false);
      response.getWriter().print(session == null ? "no session" : session.getAttribute("user"));
    }
  }
}
