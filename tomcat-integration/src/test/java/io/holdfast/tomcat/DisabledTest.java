package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.util.StandardSessionIdGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code enabled="false"}: sessions are as with Tomcat's own manager. */
class DisabledTest {

  @TempDir private Path base;

  @Test
  void requestWhenTheGeneratorEmitsDotsThenEachUserHasASessionOfHisOwn() throws LifecycleException {
    try (PageTomcat tomcat = disabled()) {
      tomcat.manager.setSessionIdGenerator(new Dotted());
      Browser ann = new Browser();
      Browser bob = new Browser();
      tomcat.ask(ann, "ann");
      tomcat.ask(bob, "bob");

      assertEquals("bob", tomcat.ask(bob, "get"));
      assertEquals("ann", tomcat.ask(ann, "get"));
      assertEquals(2, tomcat.manager.getActiveSessions());
    }
  }

  @Test
  void requestWhenTheIdIsLongThenItsSessionIsFound() throws LifecycleException {
    try (PageTomcat tomcat = disabled()) {
      tomcat.manager.getSessionIdGenerator().setSessionIdLength(200);
      Browser ann = new Browser();
      tomcat.ask(ann, "ann");

      assertEquals("ann", tomcat.ask(ann, "get"));
    }
  }

  @Test
  void createSessionWhenADisabledApplicationHasAnIdWithDotsThenItIsNotUsed() throws Exception {
    MemcachedSessionManager[] plain = new MemcachedSessionManager[1];
    ManagerBuilder backedUp = MemcachedSessionManager.builder().memcachedNodes("127.0.0.1:1");
    try (PageTomcat tomcat =
        new PageTomcat(
            base, "t1", "t1", backedUp, new Page(), context -> plain[0] = neighbour(context))) {
      plain[0].setSessionIdGenerator(new Dotted());
      String ofAnn = plain[0].createSession(null).getId();
      String ofBob = plain[0].createSession(null).getId();

      String ann = tomcat.manager.createSession(ofAnn).getId();
      String bob = tomcat.manager.createSession(ofBob).getId();

      assertNotEquals(ann.replaceAll("\\..*", ""), bob.replaceAll("\\..*", ""));
    }
  }

  /** Another application of the same host. */
  private MemcachedSessionManager neighbour(StandardContext of) {
    MemcachedSessionManager manager = builder().build();
    StandardContext context = new StandardContext();
    context.setPath("/plain");
    context.setName("/plain");
    context.setDocBase(base.toString());
    context.addLifecycleListener(new org.apache.catalina.startup.Tomcat.FixContextListener());
    context.setManager(manager);
    of.getParent().addChild(context);
    return manager;
  }

  private PageTomcat disabled() throws LifecycleException {
    return new PageTomcat(base, "t1", null, builder(), new Page());
  }

  private static ManagerBuilder builder() {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:1")
        .set(Setting.ENABLED, false);
  }

  private static final class Dotted extends StandardSessionIdGenerator {

    private final AtomicInteger count = new AtomicInteger();

    @Override
    public String generateSessionId(String route) {
      return "v1." + count.getAndIncrement() + "." + route;
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      if (!way.equals("get")) {
        request.getSession().setAttribute("user", way);
      }
      response.getWriter().print(request.getSession().getAttribute("user"));
    }
  }
}
