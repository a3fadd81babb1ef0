package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.directory.RouteWatch;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two Tomcats of one jvmRoute, as after {@code conf/server.xml} was copied. */
@Timeout(120)
class SameRouteTest {

  @TempDir private Path base;

  @Test
  void backgroundProcessWhenAnotherTomcatHasTheRouteThenWarns() throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat one = start("one", "t1", true, node);
        PageTomcat other = start("other", "t1", true, node);
        CapturedLog log = new CapturedLog(RouteWatch.class)) {
      Await.until(
          "a warning",
          () -> {
            one.manager.backgroundProcess();
            other.manager.backgroundProcess();
            return !log.messages(Level.WARNING).isEmpty();
          });

      String warning = log.messages(Level.WARNING).get(0);
      assertTrue(warning.startsWith("Two Tomcats have the jvmRoute \"t1\""), warning);
      assertTrue(warning.contains("process " + ProcessHandle.current().pid() + ","), warning);
    }
  }

  @Test
  void backgroundProcessWhenTheApplicationRestartsThenIsSilent() throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat tomcat = start("one", "t1", true, node);
        CapturedLog log = new CapturedLog(RouteWatch.class)) {
      awaitSigned(tomcat, node);
      for (int i = 0; i < 3; i++) {
        tomcat.manager.getContext().stop();
        tomcat.manager.getContext().start();
        awaitSigned(tomcat, node);
      }

      assertEquals(List.of(), log.messages(Level.WARNING));
    }
  }

  @Test
  void backgroundProcessWhenSessionsAreNotStickyThenIsSilent() throws LifecycleException {
    try (MemcachedNode node = MemcachedNodes.start();
        PageTomcat tomcat = start("one", "t1", false, node)) {
      tomcat.manager.backgroundProcess();

      assertEquals(List.of(), node.probe().keys());
    }
  }

  private static void awaitSigned(PageTomcat tomcat, MemcachedNode node) {
    long before = sets(node);
    tomcat.manager.backgroundProcess();
    Await.until("it has signed", () -> sets(node) > before);
  }

  private static long sets(MemcachedNode node) {
    return node.probe().commandCounts().getOrDefault("cmd_set", 0L);
  }

  private PageTomcat start(String name, String route, boolean sticky, MemcachedNode node)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        route,
        MemcachedSessionManager.builder().memcachedNodes("127.0.0.1:" + node.port()).sticky(sticky),
        new HttpServlet() {
          private static final long serialVersionUID = 1L;
        });
  }
}
