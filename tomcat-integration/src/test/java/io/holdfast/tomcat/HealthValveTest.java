package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Tomcat that is drained says so to load balancers, and serves on. */
@Timeout(120)
class HealthValveTest extends WithOneNode {

  private PageTomcat tomcat;

  @BeforeEach
  void start() {
    HealthValve valve = new HealthValve();
    valve.setDrainFile(base.resolve("drain").toString());
    tomcat =
        start(
            "t1",
            settings("sticky")
                .set(Setting.REQUEST_URI_IGNORE_PATTERN, Pattern.compile(".*&ignored")),
            context -> context.getParent().getPipeline().addValve(valve));
  }

  @AfterEach
  void resume() {
    tomcat.manager.resume();
  }

  @Test
  void healthWhenNotDrainedThenIsUp() {
    Response health = health();

    assertEquals(200, health.status());
    assertTrue(health.body().contains("UP"), health::body);
  }

  @Test
  void healthWhenDrainedByTheManagerThenIsOutOfServiceAndPagesAreServed() {
    assertEquals("done", tomcat.ask(browser, "set there yes"));

    assertEquals(0, tomcat.manager.drain());

    assertEquals(503, health().status());
    assertEquals(
        "{\"status\": \"OUT_OF_SERVICE\", \"sessionsNotStored\": 0}", health().body().strip());
    assertEquals("done", tomcat.ask(browser, "set there yes"));
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
    assertEquals("done", tomcat.ask(browser, "set there yes&ignored"));
    Await.until("the request has ended", () -> tomcat.count(Metric.SESSIONS_NOT_STORED) == 1);
  }

  private void awaitAllStored() {
    var unused =
        Await.value(
            "all sessions are stored",
            () -> health().body(),
            body -> body.contains("\"sessionsNotStored\": 0}"));
    assertEquals(1, tomcat.count(Metric.BACKUPS_STORED));
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
}
