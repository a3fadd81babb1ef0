package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** An operator ends one session, and hears whether it was ended. */
class ExpireSessionTest extends WithOneNode {

  private final CapturedLog log = closing(new CapturedLog(MemcachedSessionManager.class));

  /**
   * Another Tomcat may serve it: "not here" alone would have the operator look for a typing error.
   */
  @Test
  void expireSessionWhenTheNodesDoNotAnswerThenTheLogNamesThem() {
    PageTomcat t1 = start("t1", settings(false));
    String id = "127.0.0.1:" + node.port();
    node.kill();
    Await.until("the node is lost", () -> t1.observed().health().lostNodes().equals(List.of(id)));

    t1.manager.expireSession("ABC");

    assertEquals(
        1,
        log.messages(Level.INFO).stream()
            .filter(
                line ->
                    line.endsWith("does not have it, unless on nodes that do not answer: " + id))
            .count(),
        log.messages(Level.INFO)::toString);
  }

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
