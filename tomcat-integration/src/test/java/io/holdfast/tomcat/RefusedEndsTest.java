package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sessions that end while a node refuses that, for longer than it is tried again at once. The node
 * is not lost meanwhile, and so does not return.
 */
@Timeout(120)
class RefusedEndsTest {

  @TempDir private Path base;
  private MemcachedNode node;
  private FaultProxy line;

  @BeforeEach
  void startNode() {
    node = MemcachedNodes.start();
    line = FaultProxy.before(node, 1);
  }

  @AfterEach
  void stopNode() {
    line.close();
    node.close();
  }

  /** Another Tomcat would take the session for one that lives. */
  @ParameterizedTest
  @CsvSource({"true, delete, 6", "false, cas, 7"})
  void backgroundProcessWhenTheNodeTakesTheEndAgainThenIsToldOfIt(
      boolean isSticky, String verb, int tries) throws LifecycleException {
    try (PageTomcat t1 = start("t1", isSticky, line.address());
        PageTomcat t2 = start("t2", isSticky, node.address())) {
      Browser browser = new Browser();
      assertEquals("new", t1.ask(browser, "new"));
      byte[] record = record(browser);
      line.add(Direction.COMMANDS, new Fault.Unknown(verb));
      assertEquals("ended", t1.ask(browser.copy(), "end"));
      Await.until("tried for the last time", () -> count(t1, Metric.DELETES) >= tries);
      assertArrayEquals(record, record(browser));
      line.clear();

      Await.until(
          "it is over",
          () -> {
            t1.manager.backgroundProcess();
            return !Arrays.equals(record, record(browser));
          });

      assertEquals("no session", t2.ask(browser, "show"));
    }
  }

  /** What the node holds of the session of a browser's cookie; null if nothing. */
  private byte @Nullable [] record(Browser browser) {
    String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    return node.probe().get(id.replaceAll("\\..*", ""));
  }

  private static long count(PageTomcat tomcat, Metric metric) {
    return Objects.requireNonNull(tomcat.manager.observed()).metrics().get(metric);
  }

  private PageTomcat start(String name, boolean isSticky, String address)
      throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes(address)
            .sticky(isSticky)
            .storageKeyPrefix("")
            .operationTimeout(Duration.ofSeconds(10))
            .sessionBackupAsync(false)
            .sessionBackupTimeout(Duration.ofSeconds(10));
    return new PageTomcat(base, name, isSticky ? name : null, builder, new Page());
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(answer(request, request.getParameter("way")));
    }

    private static String answer(HttpServletRequest request, String way) {
      HttpSession session = request.getSession(way.equals("new"));
      if (session == null) {
        return "no session";
      }
      switch (way) {
        case "new" -> {
          session.setAttribute("fruit", "apple");
          return "new";
        }
        case "end" -> {
          session.invalidate();
          return "ended";
        }
        default -> {
          return "session";
        }
      }
    }
  }
}
