package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.session.StoreBatches;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose time is up while a node is slow. */
@Timeout(120)
class ExpiryTest extends WithOneNode {

  private static final int SESSIONS = 3;

  /**
   * All are asked for before the first answer: Tomcat looks after the sessions of all applications
   * on one thread, which would wait for each of them otherwise.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void expireWhenANodeIsSlowThenAllSessionsAreAskedForTogether(boolean isSticky)
      throws InterruptedException {
    PageTomcat tomcat =
        start(
            "t1",
            settings(isSticky)
                .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(30))
                .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(30)));
    for (int i = 0; i < SESSIONS; i++) {
      assertEquals("done", tomcat.ask(new Browser(), "lasts 1"));
    }
    Await.until("their time is up", () -> areOver(tomcat.manager.findSessions()));
    node.freeze();

    Thread background = new Thread(tomcat.manager::processExpires);
    background.start();
    Await.until(
        "all are asked for",
        () ->
            background.getState() == Thread.State.TIMED_WAITING
                && isIn(background, StoreBatches.class.getName(), "ask"));
    node.thaw();
    background.join();

    assertEquals(0, tomcat.manager.findSessions().length);
    assertEquals(SESSIONS, tomcat.manager.getExpiredSessions());
  }

  /** Another Tomcat may have it in use: that would store it again with its next request. */
  @Test
  void expireWhenTheNodesHaveLostASessionThenItEndsWithEventsWhenNobodyCanHaveIt() {
    AtomicInteger ends = new AtomicInteger();
    HttpSessionListener listener =
        new HttpSessionListener() {
          @Override
          public void sessionDestroyed(HttpSessionEvent event) {
            ends.incrementAndGet();
          }
        };
    PageTomcat tomcat =
        start("t1", settings(false), context -> context.addApplicationLifecycleListener(listener));
    assertEquals("done", tomcat.ask(browser, "lasts 1"));
    node.probe().flushAll();

    tomcat.expireUntil("its time is up here", () -> tomcat.manager.findSessions().length == 0);
    tomcat.expireUntil("its end is told", () -> ends.get() > 0);
    tomcat.manager.processExpires();

    assertEquals(1, ends.get());
    assertEquals(1, tomcat.manager.getExpiredSessions());
  }

  private static boolean areOver(Session[] sessions) {
    long now = System.currentTimeMillis();
    return Arrays.stream(sessions)
        .allMatch(session -> now - session.getThisAccessedTime() >= 1_000);
  }
}
