package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long sessions have lived, as Tomcat counts it. */
@Timeout(120)
class AliveTimesTest {

  private static final int SECONDS = 1_000;

  @TempDir private Path base;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void timesWhenASessionEndsThenItsLifeCounts(boolean isSticky) throws LifecycleException {
    Page page = new Page();
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat tomcat =
            new PageTomcat(
                base,
                "t1",
                isSticky ? "t1" : null,
                MemcachedSessionManager.builder()
                    .memcachedNodes("127.0.0.1:" + node.port())
                    .sticky(isSticky)
                    .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
                page)) {
      page.manager = tomcat.manager;
      assertEquals("ended", tomcat.ask(new Browser(), "3000"));

      assertEquals(3_000, tomcat.manager.getSessionMaxAliveTime(), 60);
      assertEquals(3_000, tomcat.manager.getSessionAverageAliveTime(), 60);
    }
  }

  /** Ends a session that was created so many seconds ago. */
  private static final class Page extends HttpServlet {

    @Serial private static final long serialVersionUID = 1L;

    private transient volatile @Nullable MemcachedSessionManager manager;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      long seconds = Long.parseLong(request.getParameter("way"));
      Session tomcats = Objects.requireNonNull(manager).findSession(session.getId());
      Objects.requireNonNull(tomcats)
          .setCreationTime(System.currentTimeMillis() - seconds * SECONDS);
      session.invalidate();
      response.getWriter().print("ended");
    }
  }
}
