package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Tomcat stops while its node hangs and backups are under way, however long one may take. */
@Timeout(120)
class HangingStopTest {

  private static final Duration MOST = Duration.ofSeconds(15);

  @TempDir private Path base;

  @Test
  void stopWhenAnOperationMayTakeAMinuteThenItTakesTenSecondsAndLittleMore()
      throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start()) {
      PageTomcat tomcat =
          new PageTomcat(
              base,
              "t1",
              "t1",
              MemcachedSessionManager.builder()
                  .memcachedNodes("127.0.0.1:" + node.port())
                  .set(Setting.SESSIONS_BY_USER, true)
                  .set(Setting.EXPIRE_ABANDONED_SESSIONS, true)
                  .set(Setting.OPERATION_TIMEOUT, Duration.ofMinutes(1)),
              new Page());
      List<Browser> browsers = Stream.generate(Browser::new).limit(50).toList();
      browsers.forEach(browser -> tomcat.ask(browser, "one"));
      node.freeze();
      browsers.forEach(browser -> tomcat.ask(browser, "another"));
      long start = System.nanoTime();

      tomcat.close();

      Duration taken = Duration.ofNanos(System.nanoTime() - start);
      node.thaw();
      assertTrue(taken.compareTo(MOST) < 0, taken::toString);
    }
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute("way", request.getParameter("way"));
      response.getWriter().print("done");
    }
  }
}
