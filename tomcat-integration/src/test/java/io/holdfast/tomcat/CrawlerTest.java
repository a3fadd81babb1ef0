package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Crawlers that keep no cookie, and get their session by Tomcat's valve for them. */
@Timeout(120)
class CrawlerTest extends WithOneNode {

  @ParameterizedTest
  @CsvSource({
    "true,none,true", "true,none,false", "false,none,true", "false,none,false",
    "false,all,true", "false,all,false", "false,optimistic,true", "false,optimistic,false"
  })
  void requestsWhenACrawlerKeepsNoCookieThenHaveOneSession(
      boolean isSticky, String lockingMode, boolean isInHost) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    if (!isSticky) {
      builder.lockingMode(lockingMode);
    }
    try (PageTomcat tomcat =
        new PageTomcat(
            base,
            "t1",
            isSticky ? "t1" : null,
            builder,
            new Page(),
            context ->
                (isInHost ? context.getParent() : context)
                    .getPipeline()
                    .addValve(new CrawlerSessionManagerValve()))) {
      for (int i = 1; i <= 3; i++) {
        assertEquals(
            String.valueOf(i),
            new Browser()
                .send(
                    tomcat.port(),
                    "GET",
                    "/page",
                    Map.of("User-Agent", "Googlebot/2.1"),
                    new byte[0])
                .body());
      }
      assertEquals(1, tomcat.manager.getActiveSessions());
    }
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
