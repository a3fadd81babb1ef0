package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that uses its session while the request that created it is still at work. */
@Timeout(120)
class JoinedSessionTest {

  @TempDir private Path base;
  private final CountDownLatch mayGoOn = new CountDownLatch(1);

  /** Tomcat's own sessions are so since 9.0.110, 10.1.47 and 11.0.12. */
  @ParameterizedTest
  @CsvSource({"true,none", "false,none", "false,optimistic"})
  void isNewWhenTheClientHasJoinedThenIsFalseInBothRequests(boolean isSticky, String lockingMode)
      throws LifecycleException {
    ManagerBuilder builder = builder(isSticky);
    if (!isSticky) {
      builder.lockingMode(lockingMode);
    }
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat tomcat =
            new PageTomcat(
                base,
                "t1",
                isSticky ? "t1" : null,
                builder.memcachedNodes("127.0.0.1:" + node.port()),
                new Page())) {
      Browser browser = new Browser();
      try (OpenResponse creating = browser.open(tomcat.port(), "/page?way=create")) {
        assertEquals("false", tomcat.ask(browser.copy(), "show"));

        mayGoOn.countDown();
        assertEquals("true, false", creating.finish().body());
      }
    }
  }

  private static ManagerBuilder builder(boolean isSticky) {
    return MemcachedSessionManager.builder()
        .sticky(isSticky)
        .set(Setting.SESSION_BACKUP_ASYNC, false)
        .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private final class Page extends HttpServlet {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      response.getWriter().print(session.isNew());
      if (request.getParameter("way").equals("create")) {
        response.flushBuffer();
        try {
          mayGoOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        response.getWriter().print(", " + session.isNew());
      }
    }
  }
}
