package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.sessions.node.NodeLog;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tomcats of one process whose sessions are in its memory. */
@Timeout(120)
class InMemoryNodesTest extends WithTomcats {

  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none"})
  void sessionWhenItsTomcatHasStoppedThenIsAtAnother(String mode) {
    PageTomcat t2 = start("t2", mode);
    PageTomcat t1 = start("t1", mode);
    assertEquals("1", t1.ask(browser, "raise"));
    assertEquals("2", t1.ask(browser, "raise"));

    t1.close();

    assertEquals("3", t2.ask(browser, "raise"));
    assertEquals("done", t2.ask(browser, "end"));
    assertEquals("1", t2.ask(browser, "raise"));
  }

  @Test
  void sessionWhenTheOnlyTomcatIsStartedAgainThenIsThere() {
    PageTomcat before = start("t1", "sticky");
    assertEquals("1", before.ask(browser, "raise"));

    before.close();

    assertEquals("2", start("t1", "sticky").ask(browser, "raise"));
  }

  @Test
  void startWhenSessionsEndWithTheProcessThenTheLogSaysSo() {
    CapturedLog log = closing(new CapturedLog(NodeLog.class));

    assertEquals("1", start("t1", "sticky").ask(browser, "raise"));

    assertEquals(
        List.of(
            "Sessions of localhost/ are stored in the memory of this process and end with it:"
                + " memcachedNodes=\"memory\" is for development and tests"),
        log.messages(Level.WARNING));
  }

  @Test
  void nodesWhenMemoryIsOneOfSeveralThenAreRefused() {
    ManagerBuilder builder = MemcachedSessionManager.builder().memcachedNodes("n1:h:1", "memory");

    ConfigurationException refused = assertThrows(ConfigurationException.class, builder::build);

    assertTrue(String.valueOf(refused.getMessage()).contains("\"memory\" is not a node"));
  }

  private PageTomcat start(String name, String mode) {
    return start(name, settings(mode, "memory"));
  }
}
