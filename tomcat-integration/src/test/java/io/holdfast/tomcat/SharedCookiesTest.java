package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Applications whose sessions have one cookie, with the path "/". It says which Tomcat has served
 * the client last, whichever application that was; the first request that comes back to a Tomcat
 * has it replaced.
 */
@Timeout(120)
class SharedCookiesTest {

  @TempDir private Path base;

  /** What the other application does in that first request, having served nothing elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"show", "none", "change", "create"})
  void sessionWhenItComesBackBehindARequestOfAnotherApplicationThenIsNotStale(String first)
      throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        Applications t1 = new Applications("t1", node);
        Applications t2 = new Applications("t2", node)) {
      Browser browser = new Browser();
      assertEquals("apple", t1.ask(browser, "/one", "apple"));
      if (!first.equals("create")) {
        assertEquals("plum", t1.ask(browser, "/two", "plum"));
      }
      assertEquals("pear", t2.ask(browser, "/one", "pear"));

      var unused = t1.ask(browser, "/two", first);

      assertEquals("pear", t1.ask(browser, "/one", "show"));
      assertEquals("pear", t2.ask(browser, "/one", "show"));
    }
  }

  private final class Applications implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();

    Applications(String name, MemcachedNode node) throws LifecycleException {
      tomcat.setBaseDir(base.toString());
      tomcat.setPort(0);
      tomcat.getConnector().setProperty("address", "127.0.0.1");
      tomcat.getEngine().setName(name);
      tomcat.getEngine().setJvmRoute(name);
      for (String path : new String[] {"/one", "/two"}) {
        StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
        context.setSessionCookiePath("/");
        context.setManager(
            MemcachedSessionManager.builder()
                .memcachedNodes("127.0.0.1:" + node.port())
                .set(Setting.SESSION_BACKUP_ASYNC, false)
                .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
                .build());
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/page", "page");
      }
      tomcat.start();
    }

    String ask(Browser client, String application, String way) {
      int port = tomcat.getConnector().getLocalPort();
      return client.get(port, application + "/page?way=" + way).body();
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
      String way = request.getParameter("way");
      if (way.equals("none")) {
        return;
      }
      HttpSession session = request.getSession();
      if (!way.equals("show")) {
        session.setAttribute("fruit", way);
      }
      response.getWriter().print(session.getAttribute("fruit"));
    }
  }
}
