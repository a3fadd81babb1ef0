package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The most sessions that were in a Tomcat at once, as Tomcat's manager counts them. */
class MaxActiveTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void maxActiveWhenSessionsComeFromTheStoreThenCountsThem(boolean sticky)
      throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", sticky);
        PageTomcat t2 = tomcat("t2", sticky)) {
      for (int i = 0; i < 3; i++) {
        Browser browser = new Browser();
        t1.ask(browser, "x");
        t2.ask(browser, "x");
      }

      assertEquals(3, t2.manager.getActiveSessions());
      assertEquals(3, t2.manager.getMaxActive());
    }
  }

  private PageTomcat tomcat(String route, boolean sticky) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(sticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, route, route, builder, new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute("fruit", "apple");
      response.getWriter().print("apple");
    }
  }
}
