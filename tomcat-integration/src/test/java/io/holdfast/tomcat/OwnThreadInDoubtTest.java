package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks for a session that may be on a node which does not answer, and on which thread. */
@Timeout(120)
class OwnThreadInDoubtTest {

  @TempDir private Path base;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenInDoubtThenOnlyAThreadOfTheApplicationsOwnGetsANewOne(boolean isSticky)
      throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat t1 = start("t1", node, isSticky);
        PageTomcat t2 = start("t2", node, isSticky)) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "here"));
      node.freeze();

      Response here = browser.copy().get(t2.port(), "/page?way=here");
      String elsewhere = t2.ask(browser.copy(), "thread");

      node.thaw();
      assertEquals(503, here.status());
      assertEquals("1", here.header("Retry-After"));
      assertEquals("new", elsewhere);
    }
  }

  private PageTomcat start(String name, MemcachedNode node, boolean isSticky)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        isSticky ? name : null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500)),
        new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String found =
          request.getParameter("way").equals("here")
              ? ask(request)
              : onAnotherThread(request).join();
      response.getWriter().print(found);
    }

    private static CompletableFuture<String> onAnotherThread(HttpServletRequest request) {
      CompletableFuture<String> found = new CompletableFuture<>();
      new Thread(() -> found.complete(ask(request))).start();
      return found;
    }

    private static String ask(HttpServletRequest request) {
      return request.getSession().isNew() ? "new" : "known";
    }
  }
}
