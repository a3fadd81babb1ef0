package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.memcached.MemcachedProbe;
import io.holdfast.tomcat.session.StoreBatches;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSessionEvent;
import javax.servlet.http.HttpSessionListener;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose time is up while a node is slow. */
@Timeout(120)
class ExpiryTest {

  private static final int SESSIONS = 3;

  @TempDir private Path base;

  /**
   * All are asked for before the first answer: Tomcat looks after the sessions of all applications
   * on one thread, which would wait for each of them otherwise.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void expireWhenANodeIsSlowThenAllSessionsAreAskedForTogether(boolean isSticky)
      throws LifecycleException, InterruptedException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .sticky(isSticky)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(30))
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(30));
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat tomcat =
            new PageTomcat(
                base,
                "t1",
                isSticky ? "t1" : null,
                builder.memcachedNodes("127.0.0.1:" + node.port()),
                new Page())) {
      for (int i = 0; i < SESSIONS; i++) {
        assertEquals("new", tomcat.ask(new Browser(), "new"));
      }
      Await.until("their time is up", () -> areOver(tomcat.manager.findSessions()));
      node.freeze();

      Thread background = new Thread(tomcat.manager::processExpires);
      background.start();
      Await.until("all are asked for", () -> isIn(background, StoreBatches.class, "ask"));
      node.thaw();
      background.join();

      assertEquals(0, tomcat.manager.findSessions().length);
      assertEquals(SESSIONS, tomcat.manager.getExpiredSessions());
    }
  }

  /** Another Tomcat may have it in use: that would store it again with its next request. */
  @Test
  void expireWhenTheNodesHaveLostASessionThenItEndsWithEventsWhenNobodyCanHaveIt()
      throws LifecycleException {
    AtomicInteger ends = new AtomicInteger();
    HttpSessionListener listener =
        new HttpSessionListener() {
          @Override
          public void sessionDestroyed(HttpSessionEvent event) {
            ends.incrementAndGet();
          }
        };
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat tomcat =
            new PageTomcat(
                base,
                "t1",
                null,
                MemcachedSessionManager.builder()
                    .sticky(false)
                    .memcachedNodes("127.0.0.1:" + node.port()),
                new Page(),
                context -> context.addApplicationLifecycleListener(listener))) {
      assertEquals("new", tomcat.ask(new Browser(), "new"));
      new MemcachedProbe("127.0.0.1", node.port()).flushAll();

      Await.until(
          "its time is up here",
          () -> {
            tomcat.manager.processExpires();
            return tomcat.manager.findSessions().length == 0;
          });
      Await.until(
          "its end is told",
          () -> {
            tomcat.manager.processExpires();
            return ends.get() > 0;
          });

      tomcat.manager.processExpires();
      assertEquals(1, ends.get());
      assertEquals(1, tomcat.manager.getExpiredSessions());
    }
  }

  private static boolean areOver(Session[] sessions) {
    long now = System.currentTimeMillis();
    return Arrays.stream(sessions)
        .allMatch(session -> now - session.getThisAccessedTime() >= 1_000);
  }

  private static boolean isIn(Thread thread, Class<?> type, String method) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().equals(type.getName())
                        && frame.getMethodName().equals(method));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setMaxInactiveInterval(1);
      response.getWriter().print("new");
    }
  }
}
