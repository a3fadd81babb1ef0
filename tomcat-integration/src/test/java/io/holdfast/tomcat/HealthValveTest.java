package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Tomcat that is drained says so to load balancers, and serves on. */
@Timeout(120)
class HealthValveTest {

  @TempDir private Path base;

  private final MemcachedNode node = MemcachedNodes.start();
  private PageTomcat tomcat;

  @BeforeEach
  void start() throws LifecycleException {
    HealthValve valve = new HealthValve();
    valve.setDrainFile(base.resolve("drain").toString());
    tomcat =
        new PageTomcat(
            base,
            "t1",
            "t1",
            MemcachedSessionManager.builder()
                .memcachedNodes("n1:" + node.address())
                .set(Setting.SESSION_BACKUP_ASYNC, false)
                .set(Setting.REQUEST_URI_IGNORE_PATTERN, Pattern.compile(".*ignored.*")),
            new Page(),
            context -> context.getParent().getPipeline().addValve(valve));
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.manager.resume();
    tomcat.close();
    node.close();
  }

  @Test
  void healthWhenNotDrainedThenIsUp() {
    Response health = health();

    assertEquals(200, health.status());
    assertTrue(health.body().contains("UP"), health::body);
  }

  @Test
  void healthWhenDrainedByTheManagerThenIsOutOfServiceAndPagesAreServed() {
    Browser browser = new Browser();
    assertEquals("page", tomcat.ask(browser, "new"));

    assertEquals(0, tomcat.manager.drain());

    assertEquals(503, health().status());
    assertEquals(
        "{\"status\": \"OUT_OF_SERVICE\", \"sessionsNotStored\": 0}", health().body().strip());
    assertEquals("page", tomcat.ask(browser, "again"));
  }

  /**
   * Else an operator who waits for all sessions to be stored would wait until they have expired.
   */
  @Test
  void drainWhenASessionBeganInAnIgnoredRequestThenStoresIt() {
    beginUnsaved();

    var unused = tomcat.manager.drain();

    awaitAllStored();
  }

  @Test
  void drainWhenByTheFileThenStoresAllSessions() throws IOException {
    beginUnsaved();
    Files.createFile(base.resolve("drain"));

    awaitAllStored();
  }

  /** The answer comes before the request has ended, and until then its session does not count. */
  private void beginUnsaved() {
    assertEquals("page", tomcat.ask(new Browser(), "ignored"));
    Await.until("the request has ended", () -> metric(Metric.SESSIONS_NOT_STORED) == 1);
  }

  private void awaitAllStored() {
    var unused =
        Await.value(
            "all sessions are stored",
            () -> health().body(),
            body -> body.contains("\"sessionsNotStored\": 0}"));
    assertEquals(1, metric(Metric.BACKUPS_STORED));
  }

  private long metric(Metric metric) {
    RuntimeView observed = Objects.requireNonNull(tomcat.manager.observed());
    return observed.metrics().get(metric);
  }

  @Test
  void healthWhenTheFileComesAndGoesThenFollowsIt() throws IOException {
    Path file = Files.createFile(base.resolve("drain"));
    assertEquals(503, health().status());

    Files.delete(file);

    assertEquals(200, health().status());
  }

  private Response health() {
    return new Browser().get(tomcat.port(), "/health");
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute("there", "yes");
      response.getWriter().print("page");
    }
  }
}
