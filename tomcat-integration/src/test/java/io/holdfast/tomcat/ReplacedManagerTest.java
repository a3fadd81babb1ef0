package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
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
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Valve;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program that embeds Tomcat does with its contexts and managers while it serves. */
@Timeout(120)
class ReplacedManagerTest {

  @TempDir private Path base;
  private final Tomcat tomcat = new Tomcat();
  private final Browser browser = new Browser();
  private MemcachedNode node;

  @BeforeEach
  void startNode() {
    node = MemcachedNodes.start();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setJvmRoute("t1");
  }

  @AfterEach
  void stopNode() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    node.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void managerWhenReplacedByAnotherOfOursThenTheSessionsGoOn(boolean isSticky)
      throws LifecycleException {
    StandardContext context = context("/shop", isSticky);
    tomcat.start();
    assertEquals("1", ask("/shop"));
    int valves = tomcat.getHost().getPipeline().getValves().length;

    context.setManager(manager(isSticky));

    assertEquals("2", ask("/shop"));
    assertEquals(valves, tomcat.getHost().getPipeline().getValves().length);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void managerWhenReplacedByTomcatsThenNothingOfOursIsLeft(boolean isSticky)
      throws LifecycleException {
    StandardContext context = context("/shop", isSticky);
    tomcat.start();
    assertEquals("1", ask("/shop"));

    context.setManager(new StandardManager());

    assertEquals("1", ask("/shop"));
    assertEquals("2", ask("/shop"));
    for (Valve valve : tomcat.getHost().getPipeline().getValves()) {
      assertEquals(-1, valve.getClass().getName().indexOf("holdfast"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionsWhenTomcatIsStoppedAndStartedAgainThenGoOn(boolean isSticky)
      throws LifecycleException {
    context("/shop", isSticky);
    tomcat.start();
    assertEquals("1", ask("/shop"));

    tomcat.stop();
    tomcat.start();

    assertEquals("2", ask("/shop"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void contextWhenAddedAgainWhileAnotherServesThenBothHaveTheirSessions(boolean isSticky)
      throws LifecycleException {
    context("/one", isSticky);
    StandardContext two = context("/two", isSticky);
    tomcat.start();
    assertEquals("1", ask("/one"));
    assertEquals("1", ask("/two"));

    tomcat.getHost().removeChild(two);
    assertEquals(404, browser.get(port(), "/two/page").status());
    assertEquals("2", ask("/one"));
    StandardContext again = context("/two", isSticky);

    assertEquals(LifecycleState.STARTED, again.getState());
    assertEquals("2", ask("/two"));
    assertEquals("3", ask("/one"));
  }

  private String ask(String path) {
    return browser.get(port(), path + "/page").body();
  }

  private int port() {
    return tomcat.getConnector().getLocalPort();
  }

  private StandardContext context(String path, boolean isSticky) {
    StandardContext context = new StandardContext();
    context.setName(path);
    context.setPath(path);
    context.setDocBase(base.toString());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    context.setManager(manager(isSticky));
    context.addLifecycleListener(
        event -> {
          if (event.getType().equals("configure_start") && context.findChild("page") == null) {
            Tomcat.addServlet(context, "page", new Page());
            context.addServletMappingDecoded("/page", "page");
          }
        });
    tomcat.getHost().addChild(context);
    return context;
  }

  private MemcachedSessionManager manager(boolean isSticky) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(isSticky)
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
        .build();
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      Object before = session.getAttribute("count");
      session.setAttribute("count", before == null ? 1 : (Integer) before + 1);
      response.getWriter().print(session.getAttribute("count"));
    }
  }
}
