package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.time.Duration;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that one application hands to another, while no node says what is in the store. */
@Timeout(120)
class DispatchedInDoubtTest extends WithOneNode {

  private final Browser browser = new Browser();

  /** The session of the one application is here; that of the other may be in the store. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dispatchWhenTheOtherSessionIsInDoubtThenItsApplicationGetsNoNewOne(boolean isSticky)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", isSticky);
        TwoApplications t2 = new TwoApplications("t2", isSticky)) {
      assertEquals("apple", t1.ask(browser, "pass&then=apple").body());
      assertEquals("here", t2.ask(browser, "here").body());
      node.freeze();

      Response inDoubt = t2.ask(browser, "pass&then=pear");

      node.thaw();
      assertEquals(503, inDoubt.status(), inDoubt::body);
      assertEquals("1", inDoubt.header("Retry-After"));
      Await.until(
          "the session is there, as it was",
          () -> t2.ask(browser, "pass&then=show").body().equals("apple"));
    }
  }

  private final class TwoApplications implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();

    TwoApplications(String name, boolean isSticky) throws LifecycleException {
      tomcat.setBaseDir(base.toString());
      tomcat.setPort(0);
      tomcat.getConnector().setProperty("address", "127.0.0.1");
      tomcat.getEngine().setName(name);
      if (isSticky) {
        tomcat.getEngine().setJvmRoute(name);
      }
      for (String path : new String[] {"/one", "/two"}) {
        StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
        context.setCrossContext(true);
        context.setManager(
            MemcachedSessionManager.builder()
                .memcachedNodes("127.0.0.1:" + node.port())
                .sticky(isSticky)
                .set(Setting.SESSION_BACKUP_ASYNC, false)
                .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500))
                .build());
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/page", "page");
      }
      tomcat.start();
    }

    Response ask(Browser client, String way) {
      return client.get(tomcat.getConnector().getLocalPort(), "/one/page?way=" + way);
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
        throws IOException, ServletException {
      if (request.getContextPath().equals("/two")) {
        HttpSession session = request.getSession();
        String then = request.getParameter("then");
        if (!then.equals("show")) {
          session.setAttribute("fruit", then);
        }
        response.getWriter().print(session.getAttribute("fruit"));
        return;
      }
      request.getSession().setAttribute("here", "yes");
      if (request.getParameter("way").equals("here")) {
        response.getWriter().print("here");
      } else {
        request
            .getServletContext()
            .getContext("/two")
            .getRequestDispatcher("/page")
            .forward(request, response);
      }
    }
  }
}
