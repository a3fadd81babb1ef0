package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.rewrite.RewriteValve;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests that the {@code RewriteValve} of the root application sends to another application, from
 * within itself: what they do to a session is that application's.
 */
@Timeout(120)
class RewrittenElsewhereTest extends WithOneNode {

  private final Browser browser = new Browser();

  @BeforeEach
  void prepare() throws IOException {
    Path rules = Files.createDirectories(base.resolve("WEB-INF")).resolve("rewrite.config");
    Files.writeString(rules, "RewriteRule ^/nice/(.*)$ /shop/page?way=$1 [L]\n");
  }

  @ParameterizedTest
  @CsvSource({"true,none", "false,none", "false,optimistic", "false,all", "false,auto"})
  void countWhenItsRequestWasRewrittenThenIsOfTheOtherApplicationAlone(
      boolean isSticky, String lockingMode) throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", isSticky, lockingMode, "SHOP");
        TwoApplications t2 = new TwoApplications("t2", isSticky, lockingMode, "SHOP")) {
      assertEquals("1", t1.ask("/nice/count"));
      assertEquals("2", t2.ask("/nice/count"));
      assertEquals("3", t1.ask("/shop/page?way=count"));
      assertEquals("4", t2.ask("/nice/count"));
    }
  }

  /** Its cookie is for all paths. */
  @ParameterizedTest
  @CsvSource({"true,none", "false,none", "false,optimistic", "false,all", "false,auto"})
  void sessionWhenTheRootHasOneThenIsNotShownToTheOtherApplication(
      boolean isSticky, String lockingMode) throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", isSticky, lockingMode, "JSESSIONID");
        TwoApplications t2 = new TwoApplications("t2", isSticky, lockingMode, "JSESSIONID")) {
      assertEquals("1", t1.ask("/page?way=count"));
      assertEquals("2", t1.ask("/page?way=count"));

      assertEquals("none", t1.ask("/nice/show"));
      assertEquals("none", t2.ask("/nice/show"));

      assertEquals("3", t2.ask("/page?way=count"));
    }
  }

  private final class TwoApplications implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();

    TwoApplications(String name, boolean isSticky, String lockingMode, String cookieOfShop)
        throws LifecycleException {
      tomcat.setBaseDir(base.toString());
      tomcat.setPort(0);
      tomcat.getConnector().setProperty("address", "127.0.0.1");
      tomcat.getEngine().setName(name);
      if (isSticky) {
        tomcat.getEngine().setJvmRoute(name);
      }
      for (String path : new String[] {"", "/shop"}) {
        StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
        ManagerBuilder builder =
            MemcachedSessionManager.builder()
                .memcachedNodes("127.0.0.1:" + node.port())
                .sticky(isSticky)
                .lockingMode(lockingMode)
                .set(Setting.SESSION_BACKUP_ASYNC, false)
                .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
                .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
        context.setManager(builder.build());
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/page", "page");
        if (path.isEmpty()) {
          context.getPipeline().addValve(new RewriteValve());
        } else if (!cookieOfShop.equals("JSESSIONID")) { // for the paths that are rewritten, too
          context.setSessionCookieName(cookieOfShop);
          context.setSessionCookiePath("/");
        }
      }
      tomcat.start();
    }

    String ask(String path) {
      return browser.get(tomcat.getConnector().getLocalPort(), path).body();
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
      HttpSession session = request.getSession(request.getParameter("way").equals("count"));
      if (session == null) {
        response.getWriter().print("none");
        return;
      }
      Object before = session.getAttribute("count");
      if (request.getParameter("way").equals("count")) {
        session.setAttribute("count", before == null ? 1 : (Integer) before + 1);
      }
      response.getWriter().print(session.getAttribute("count"));
    }
  }
}
