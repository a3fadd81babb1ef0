package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.CommandTap;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that ask several times for their session, or whether its id is valid. */
@Timeout(120)
class RepeatedQuestionsTest {

  @TempDir private Path base;

  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all", "auto"})
  void requestWhenItAsksAgainThenReadsItsSessionOnce(String lockingMode) throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        CommandTap tap = CommandTap.before(node);
        PageTomcat tomcat = start(tap, lockingMode)) {
      Browser browser = new Browser();
      assertEquals("false", tomcat.ask(browser, "often"));
      long before = reads(tap);
      assertEquals("true", tomcat.ask(browser, "once"));
      long once = reads(tap) - before;

      assertEquals("true", tomcat.ask(browser, "often"));

      assertEquals(once, reads(tap) - before - once);
    }
  }

  /** Of the record; with it the time of access is read. */
  private static long reads(CommandTap tap) {
    return tap.commands().stream()
        .filter(command -> command.startsWith("gets ") && !command.matches(".*(:l|#w)"))
        .count();
  }

  private PageTomcat start(CommandTap tap, String lockingMode) throws LifecycleException {
    return new PageTomcat(
        base,
        "t1",
        null,
        MemcachedSessionManager.builder()
            .memcachedNodes(tap.address())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      boolean isKnown = request.getSession(false) != null;
      if (request.getParameter("way").equals("often")) {
        for (int i = 0; i < 3; i++) {
          isKnown &= request.isRequestedSessionIdValid() == isKnown;
          request.getSession().setAttribute("there", "yes");
        }
      }
      response.getWriter().print(isKnown);
    }
  }
}
