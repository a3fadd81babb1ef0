package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.sessions.node.NodeLog;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tomcats of one process whose sessions are in its memory. */
@Timeout(120)
class InMemoryNodesTest {

  private final Browser browser = new Browser();

  @TempDir Path base;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItsTomcatHasStoppedThenIsAtAnother(boolean isSticky) throws LifecycleException {
    try (PageTomcat t2 = start("t2", isSticky)) {
      try (PageTomcat t1 = start("t1", isSticky)) {
        assertEquals("1", t1.ask(browser, "count"));
        assertEquals("2", t1.ask(browser, "count"));
      }

      assertEquals("3", t2.ask(browser, "count"));
      assertEquals("ended", t2.ask(browser, "end"));
      assertEquals("1", t2.ask(browser, "count"));
    }
  }

  @Test
  void sessionWhenTheOnlyTomcatIsStartedAgainThenIsThere() throws LifecycleException {
    try (PageTomcat before = start("t1", true)) {
      assertEquals("1", before.ask(browser, "count"));
    }
    try (PageTomcat after = start("t1", true)) {
      assertEquals("2", after.ask(browser, "count"));
    }
  }

  @Test
  void startWhenSessionsEndWithTheProcessThenTheLogSaysSo() throws LifecycleException {
    try (CapturedLog log = new CapturedLog(NodeLog.class);
        PageTomcat tomcat = start("t1", true)) {
      assertEquals("1", tomcat.ask(browser, "count"));
      assertEquals(
          List.of(
              "Sessions of localhost/ are stored in the memory of this process and end with it:"
                  + " memcachedNodes=\"memory\" is for development and tests"),
          log.messages(Level.WARNING));
    }
  }

  @Test
  void nodesWhenMemoryIsOneOfSeveralThenAreRefused() {
    ManagerBuilder builder = MemcachedSessionManager.builder().memcachedNodes("n1:h:1", "memory");

    ConfigurationException refused = assertThrows(ConfigurationException.class, builder::build);

    assertTrue(String.valueOf(refused.getMessage()).contains("\"memory\" is not a node"));
  }

  private PageTomcat start(String name, boolean isSticky) throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        isSticky ? name : null,
        MemcachedSessionManager.builder()
            .memcachedNodes("memory")
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false),
        new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      if (request.getParameter("way").equals("end")) {
        session.invalidate();
        response.getWriter().print("ended");
        return;
      }
      int before = session.getAttribute("count") instanceof Integer number ? number : 0;
      session.setAttribute("count", before + 1);
      response.getWriter().print(before + 1);
    }
  }
}
