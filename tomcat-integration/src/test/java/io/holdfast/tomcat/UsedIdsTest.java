package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedProbe;
import io.holdfast.tomcat.session.HoldfastSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two applications whose cookies have the path "/": a session that ends in one of them leaves its
 * id to the next session of the browser there, while the other application has the id yet.
 */
@Timeout(120)
class UsedIdsTest extends WithOneNode {

  private final Browser browser = new Browser();
  private boolean listsUsers;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenItHasTheIdOfAnEndedOneThenEachTomcatServesIt(boolean sticky)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", sticky);
        TwoApplications t2 = new TwoApplications("t2", sticky)) {
      annAtT1WithACopyAtT2(t1, t2);
      String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));

      assertEquals("gone", t1.ask(browser, "/two", "invalidate"));
      t1.ask(browser, "/two", "set&value=bob");

      assertEquals(id, browser.cookie("JSESSIONID"));
      assertEquals("bob", t1.ask(browser, "/two", "get"));
      assertEquals("bob", t2.ask(browser, "/two", "get"));
      assertEquals("bob", t1.ask(browser, "/two", "get"));
      assertEquals("portal", t1.ask(browser, "/one", "get"));
    }
  }

  /** No Tomcat that has a copy of a session before the last one takes that for one of this id. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenItEndsAsWellThenNoTomcatServesTheFormerUser(boolean sticky)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", sticky);
        TwoApplications t2 = new TwoApplications("t2", sticky)) {
      annAtT1WithACopyAtT2(t1, t2);

      assertEquals("gone", t1.ask(browser, "/two", "invalidate"));
      t1.ask(browser, "/two", "set&value=bob");
      assertEquals("gone", t1.ask(browser, "/two", "invalidate"));

      assertEquals("nobody", t2.ask(browser, "/two", "get"));
      assertEquals("nobody", t1.ask(browser, "/two", "get"));
      assertEquals("portal", t2.ask(browser, "/one", "get"));
    }
  }

  /** Within one millisecond, or by a clock that is behind. */
  @Test
  void newSessionWhenNotStickyThenItCountsAsCreatedLaterThanTheFormer() throws Exception {
    try (TwoApplications t1 = new TwoApplications("t1", false)) {
      t1.ask(browser, "/one", "set&value=portal");
      for (int i = 0; i < 20; i++) {
        t1.ask(browser, "/two", "again&value=ann");
        long former = t1.sessionOfTwo(browser).getCreationTime();
        t1.ask(browser, "/two", "again&value=bob");

        assertTrue(t1.sessionOfTwo(browser).getCreationTime() > former);
        assertEquals("bob", t1.ask(browser, "/two", "get"));
      }
    }
  }

  /** As applications do at a login that are not to keep the session before it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenTheRequestThatCreatesItEndedTheFormerThenEachTomcatServesIt(boolean sticky)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", sticky);
        TwoApplications t2 = new TwoApplications("t2", sticky)) {
      annAtT1WithACopyAtT2(t1, t2);

      t1.ask(browser, "/two", "again&value=bob");
      assertEquals("bob", t1.ask(browser, "/two", "get"));
      assertEquals("bob", t2.ask(browser, "/two", "get"));
      t2.ask(browser, "/two", "again&value=carl");

      assertEquals("carl", t1.ask(browser, "/two", "get"));
      assertEquals("carl", t2.ask(browser, "/two", "get"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenItsTomcatStopsThenTheOtherDoesNotServeTheFormerUser(boolean sticky)
      throws LifecycleException {
    try (TwoApplications t2 = new TwoApplications("t2", sticky)) {
      try (TwoApplications t1 = new TwoApplications("t1", sticky)) {
        annAtT1WithACopyAtT2(t1, t2);
        assertEquals("gone", t1.ask(browser, "/two", "invalidate"));
        t1.ask(browser, "/two", "set&value=bob");
      }

      assertEquals("bob", t2.ask(browser, "/two", "get"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newSessionWhenTheFormerHasTimedOutThenNoTomcatServesTheFormerUser(boolean sticky)
      throws Exception {
    try (TwoApplications t1 = new TwoApplications("t1", sticky);
        TwoApplications t2 = new TwoApplications("t2", sticky)) {
      annAtT1WithACopyAtT2(t1, t2);

      t1.sessionOfTwo(browser).expire(); // as Tomcat does when the time is up
      t1.ask(browser, "/two", "set&value=bob");

      assertEquals("bob", t1.ask(browser, "/two", "get"));
      assertEquals("bob", t2.ask(browser, "/two", "get"));
      assertEquals("bob", t1.ask(browser, "/two", "get"));
    }
  }

  /** The time of creation tells which of two sessions is the later one. */
  @Test
  void newSessionWhenTheFormerWasCreatedByAClockThatIsAheadThenItCountsAsCreatedLaterAllTheSame()
      throws Exception {
    try (TwoApplications t1 = new TwoApplications("t1", true);
        TwoApplications t2 = new TwoApplications("t2", true)) {
      t1.ask(browser, "/two", "set&value=nobody");
      long ahead = System.currentTimeMillis() + Duration.ofMinutes(1).toMillis();
      t1.sessionOfTwo(browser).setCreationTime(ahead);
      annAtT1WithACopyAtT2(t1, t2);
      assertEquals(ahead, t1.sessionOfTwo(browser).getCreationTime());

      assertEquals("gone", t1.ask(browser, "/two", "invalidate"));
      t1.ask(browser, "/two", "set&value=bob");

      assertTrue(t1.sessionOfTwo(browser).getCreationTime() > ahead);
      assertEquals("bob", t2.ask(browser, "/two", "get"));
    }
  }

  /** The list that still has the former session is that of a node which was away when it ended. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endSessionsWhenTheFormerIsStillListedThenTheNewOneGoesOn(boolean sticky) throws Exception {
    listsUsers = true;
    MemcachedProbe probe = new MemcachedProbe("127.0.0.1", node.port());
    try (TwoApplications t1 = new TwoApplications("t1", sticky);
        TwoApplications t2 = new TwoApplications("t2", sticky)) {
      annAtT1WithACopyAtT2(t1, t2);
      String list = "/two_#u" + sha256("ann");
      byte[] old = Objects.requireNonNull(probe.get(list));
      assertEquals("gone", t1.ask(browser, "/two", "invalidate"));
      t1.ask(browser, "/two", "set&value=bob");
      probe.set(list, old);

      for (TwoApplications each : List.of(t2, t1)) {
        var unused = Objects.requireNonNull(each.managers.get("/two")).sessionsByUser().end("ann");
        assertNull(probe.get("/two_#n"), "other Tomcats are told to end it");
        assertEquals("bob", t1.ask(browser, "/two", "get"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endSessionsWhenTheTomcatHasACopyOfTheFormerThenTheNewOneEnds(boolean sticky)
      throws Exception {
    listsUsers = true;
    try (TwoApplications t1 = new TwoApplications("t1", sticky);
        TwoApplications t2 = new TwoApplications("t2", sticky)) {
      annAtT1WithACopyAtT2(t1, t2);
      assertEquals("gone", t1.ask(browser, "/two", "invalidate"));
      t1.ask(browser, "/two", "set&value=bob");

      assertEquals(1, Objects.requireNonNull(t2.managers.get("/two")).sessionsByUser().end("bob"));

      Await.until("it is over", () -> "nobody".equals(t1.ask(browser.copy(), "/two", "get")));
    }
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }

  private void annAtT1WithACopyAtT2(TwoApplications t1, TwoApplications t2) {
    t1.ask(browser, "/one", "set&value=portal");
    t1.ask(browser, "/two", "set&value=ann");
    assertEquals("ann", t2.ask(browser, "/two", "get"));
    assertEquals("ann", t1.ask(browser, "/two", "get")); // and back
    t1.ask(browser, "/two", "set&value=ann.later");
    t1.ask(browser, "/two", "set&value=ann");
  }

  private ManagerBuilder builder() {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .set(Setting.SESSIONS_BY_USER, listsUsers)
        .set(Setting.SESSION_BACKUP_ASYNC, false)
        .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private final class TwoApplications implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();
    private final Map<String, MemcachedSessionManager> managers = new HashMap<>();

    TwoApplications(String name, boolean sticky) throws LifecycleException {
      tomcat.setBaseDir(base.toString());
      tomcat.setPort(0);
      tomcat.getConnector().setProperty("address", "127.0.0.1");
      tomcat.getEngine().setName(name);
      tomcat.getEngine().setJvmRoute(name);
      for (String path : new String[] {"/one", "/two"}) {
        MemcachedSessionManager manager = builder().sticky(sticky).build();
        StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
        context.setSessionCookiePath("/");
        context.setManager(manager);
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/page", "page");
        managers.put(path, manager);
      }
      tomcat.start();
    }

    String ask(Browser client, String application, String way) {
      return client
          .get(tomcat.getConnector().getLocalPort(), application + "/page?way=" + way)
          .body();
    }

    Session sessionOfTwo(Browser client) throws IOException {
      Session found =
          Objects.requireNonNull(managers.get("/two")).findSession(client.cookie("JSESSIONID"));
      assertNotNull(found);
      return found;
    }

    @Override
    public void close() throws LifecycleException {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String value = request.getParameter("value");
      switch (request.getParameter("way")) {
        case "set" -> {
          request.getSession().setAttribute("user", value);
          request.getSession().setAttribute(HoldfastSession.USER, value);
        }
        case "invalidate" -> {
          request.getSession().invalidate();
          response.getWriter().print("gone");
        }
        case "again" -> {
          request.getSession().invalidate();
          request.getSession().setAttribute("user", value);
        }
        default -> {
          HttpSession session = request.getSession(false);
          response.getWriter().print(session == null ? "nobody" : session.getAttribute("user"));
        }
      }
    }
  }
}
