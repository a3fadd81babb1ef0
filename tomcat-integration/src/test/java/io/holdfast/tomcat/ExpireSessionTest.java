package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator ends one session, and hears whether it was ended. */
class ExpireSessionTest extends WithOneNode {

  private final CapturedLog log = closing(new CapturedLog(MemcachedSessionManager.class));

  @Test
  void endSessionWhenAStickyOneHasMovedThenItGoesOnAndTheOperatorIsTold() {
    PageTomcat t1 = start("t1", settings(true));
    PageTomcat t2 = start("t2", settings(true));
    assertEquals("done", t1.ask(browser, "set user ann"));
    String former = t1.manager.listSessionIds().strip();
    assertEquals("ann", t2.ask(browser, "show user"));

    assertFalse(t1.manager.endSession(former));

    assertEquals(1, refusals().size());
    assertEquals("ann", t2.ask(browser, "show user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endSessionWhenItIsHereThenSaysSo(boolean sticky) {
    PageTomcat t1 = start("t1", settings(sticky));
    assertEquals("done", t1.ask(browser, "set user ann"));

    assertTrue(t1.manager.endSession(t1.manager.listSessionIds().strip()));

    assertEquals(List.of(), refusals());
    assertEquals("no session", t1.ask(browser, "show user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void expireSessionWhenThereIsNoneThenTheLogSaysSo(boolean sticky) {
    PageTomcat t1 = start("t1", settings(sticky));

    t1.manager.expireSession("ABC.t2");

    assertEquals(1, refusals().size());
  }

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

  @Test
  void endSessionWhenSessionsAreNotBackedUpThenSaysWhetherItWasHere() {
    PageTomcat t1 = start("t1", settings(true).set(Setting.ENABLED, false));
    assertEquals("done", t1.ask(browser, "set user ann"));
    String id = t1.manager.listSessionIds().strip();

    assertTrue(t1.manager.endSession(id));
    assertFalse(t1.manager.endSession(id));
  }

  private List<String> refusals() {
    return log.messages(Level.INFO).stream()
        .filter(line -> line.endsWith("this Tomcat does not have it"))
        .toList();
  }

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
