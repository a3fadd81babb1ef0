package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.directory.RouteWatch;
import io.holdfast.testkit.Await;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two Tomcats of one jvmRoute, as after {@code conf/server.xml} was copied. */
@Timeout(120)
class SameRouteTest extends WithOneNode {

  @Test
  void backgroundProcessWhenAnotherTomcatHasTheRouteThenWarns() {
    PageTomcat one = start("one");
    PageTomcat other = start("other");
    CapturedLog log = closing(new CapturedLog(RouteWatch.class));

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

  @Test
  void backgroundProcessWhenTheApplicationRestartsThenIsSilent() {
    PageTomcat tomcat = start("one");
    CapturedLog log = closing(new CapturedLog(RouteWatch.class));
    awaitSigned(tomcat);

    for (int i = 0; i < 3; i++) {
      tomcat.restart();
      awaitSigned(tomcat);
    }

    assertEquals(List.of(), log.messages(Level.WARNING));
  }

  @Test
  void backgroundProcessWhenSessionsAreNotStickyThenIsSilent() {
    PageTomcat tomcat = start("one", settings("none"));

    tomcat.manager.backgroundProcess();

    assertEquals(List.of(), node.probe().keys());
  }

  private void awaitSigned(PageTomcat tomcat) {
    long before = sets();
    tomcat.manager.backgroundProcess();
    Await.until("it has signed", () -> sets() > before);
  }

  private long sets() {
    return node.probe().commandCounts().getOrDefault("cmd_set", 0L);
  }

  private PageTomcat start(String name) {
    return closing(new PageTomcat(base, name, "t1", settings("sticky"), page));
  }
}
