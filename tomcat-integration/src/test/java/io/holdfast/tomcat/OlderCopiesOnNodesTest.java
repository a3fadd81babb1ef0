package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node has come back old; then each Tomcat was restarted, and the other node is lost. */
@Timeout(120)
class OlderCopiesOnNodesTest {

  @TempDir private Path base;
  private final Browser browser = new Browser();
  private MemcachedNode[] nodes;

  @BeforeEach
  void startNodes() {
    nodes = new MemcachedNode[] {MemcachedNodes.start(), MemcachedNodes.start()};
  }

  @AfterEach
  void stopNodes() {
    Arrays.stream(nodes).forEach(MemcachedNode::close);
  }

  @ParameterizedTest
  @CsvSource({"0,none", "1,none", "0,all", "1,all"})
  void requestWhenItReadsThenTheOlderCopyIsReplaced(int old, String lockingMode)
      throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", lockingMode)) {
      t1.ask(browser, "apple");
      byte[] apple = Objects.requireNonNull(nodes[old].probe().get(key()));
      t1.ask(browser, "pear");
      nodes[old].probe().set(key(), apple);
    }

    try (PageTomcat t2 = tomcat("t2", lockingMode)) {
      byte[] before = Objects.requireNonNull(nodes[old].probe().get(key()));
      assertEquals("pear", t2.ask(browser, "read"));
      Await.until(
          "the copy is replaced", () -> !Arrays.equals(before, nodes[old].probe().get(key())));
    }

    nodes[1 - old].probe().flushAll();
    try (PageTomcat t3 = tomcat("t3", lockingMode)) {
      assertEquals("pear", t3.ask(browser, "read"));
    }
  }

  private String key() {
    return Objects.requireNonNull(browser.cookie("JSESSIONID"));
  }

  private PageTomcat tomcat(String name, String lockingMode) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes(
                "n1:127.0.0.1:%d n2:127.0.0.1:%d".formatted(nodes[0].port(), nodes[1].port()))
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, name, null, builder, new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String way = request.getParameter("way");
      if (!way.equals("read")) {
        session.setAttribute("fruit", way);
      }
      response.getWriter().print(session.getAttribute("fruit"));
    }
  }
}
