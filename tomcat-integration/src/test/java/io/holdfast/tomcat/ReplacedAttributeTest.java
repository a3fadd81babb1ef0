package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSessionActivationListener;
import javax.servlet.http.HttpSessionEvent;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attributes that are set, and not read, while the session has a former value in its record. */
@Timeout(120)
class ReplacedAttributeTest {

  private static final List<String> HEARD = new CopyOnWriteArrayList<>();

  @TempDir private Path base;

  /**
   * Tomcat (since 9.0.121, 10.1.58 and 11.0.25) holds a lock of the session while it puts the new
   * value. Code of the application would run under it, and might wait for another request.
   */
  @Test
  void attributeWhenItIsReplacedUnreadThenTheFormerOneIsMadeBefore() throws LifecycleException {
    HEARD.clear();
    try (MemcachedNode node = MemcachedNodes.start();
        RestartedTomcat tomcat = start(node)) {
      Browser browser = new Browser();
      tomcat.tomcat().ask(browser, "former");
      tomcat.restart();
      HEARD.clear();

      tomcat.tomcat().ask(browser, "next");

      assertEquals(List.of("activated"), HEARD);
    }
  }

  private RestartedTomcat start(MemcachedNode node) throws LifecycleException {
    return new RestartedTomcat(
        base,
        "t1",
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .allowedClasses(Value.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page(),
        context -> {});
  }

  private static final class Value implements HttpSessionActivationListener, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      boolean isPutting =
          StackWalker.getInstance()
              .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("put")));
      HEARD.add(isPutting ? "activated while the next is put" : "activated");
    }
  }

  private static final class Page extends HttpServlet {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      boolean isFirst = request.getParameter("way").equals("former");
      request.getSession().setAttribute("value", isFirst ? new Value() : "next");
      response.getWriter().print("set");
    }
  }
}
