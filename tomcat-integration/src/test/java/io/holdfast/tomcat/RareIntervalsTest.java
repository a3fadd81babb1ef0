package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that never end by themselves, or later than memcached counts in seconds. */
@Timeout(120)
class RareIntervalsTest {

  private static final int FORTY_DAYS = 40 * 24 * 3_600;

  @TempDir private Path base;

  private static Stream<Arguments> intervals() {
    return Stream.of(0, -1, -60, Integer.MIN_VALUE, FORTY_DAYS, Integer.MAX_VALUE)
        .flatMap(
            interval ->
                Stream.of(
                    Arguments.of(interval, true, false),
                    Arguments.of(interval, false, false),
                    Arguments.of(interval, true, true),
                    Arguments.of(interval, false, true)));
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void sessionWhenItsIntervalIsSetThenIsFoundAtTheOtherTomcatWithIt(
      int interval, boolean isSticky, boolean isOrphanExpired) throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat t1 = start("t1", node, isSticky, isOrphanExpired);
        PageTomcat t2 = start("t2", node, isSticky, isOrphanExpired)) {
      Browser browser = new Browser();
      String set = String.valueOf(interval);
      assertEquals(set, t1.ask(browser, set));
      t1.manager.processExpires();

      assertEquals(set, t2.ask(browser, "show"));
      t2.manager.processExpires();
      assertEquals("1800", t2.ask(browser, "1800"));
      assertEquals("1800", t1.ask(browser, "show"));
      assertEquals(set, t1.ask(browser, set));
      assertEquals(set, t2.ask(browser, "show"));
    }
  }

  private PageTomcat start(
      String name, MemcachedNode node, boolean isSticky, boolean isOrphanExpired)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        isSticky ? name : null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.EXPIRE_ABANDONED_SESSIONS, isOrphanExpired)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession(!way.equals("show"));
      if (session != null && !way.equals("show")) {
        session.setMaxInactiveInterval(Integer.parseInt(way));
      }
      response.getWriter().print(session == null ? "none" : session.getMaxInactiveInterval());
    }
  }
}
