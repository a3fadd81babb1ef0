package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.util.List;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Valve;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program that embeds Tomcat does with its contexts and managers while it serves. */
@Timeout(120)
class ReplacedManagerTest extends WithOneNode {

  @AfterEach
  void assertNothingIsLeft() throws Exception {
    closeAll();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void managerWhenReplacedByAnotherOfOursThenTheSessionsGoOn(boolean isSticky) {
    PageTomcat tomcat = start("t1", settings(isSticky));
    assertEquals("1", tomcat.ask(browser, "raise"));
    int valves = tomcat.host().getPipeline().getValves().length;

    tomcat.context(0).setManager(settings(isSticky).build());

    assertEquals("2", tomcat.ask(browser, "raise"));
    assertEquals(valves, tomcat.host().getPipeline().getValves().length);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void managerWhenReplacedByTomcatsThenNothingOfOursIsLeft(boolean isSticky) {
    PageTomcat tomcat = start("t1", settings(isSticky));
    assertEquals("1", tomcat.ask(browser, "raise"));

    tomcat.context(0).setManager(new StandardManager());

    assertEquals("1", tomcat.ask(browser, "raise"));
    assertEquals("2", tomcat.ask(browser, "raise"));
    for (Valve valve : tomcat.host().getPipeline().getValves()) {
      assertEquals(-1, valve.getClass().getName().indexOf("holdfast"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionsWhenTomcatIsStoppedAndStartedAgainThenGoOn(boolean isSticky) {
    PageTomcat tomcat = start("t1", settings(isSticky));
    assertEquals("1", tomcat.ask(browser, "raise"));

    tomcat.restartAll();

    assertEquals("2", tomcat.ask(browser, "raise"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void contextWhenAddedAgainWhileAnotherServesThenBothHaveTheirSessions(boolean isSticky) {
    PageTomcat tomcat =
        start("t1", List.of("/one", "/two"), settings(isSticky), page, context -> {});
    assertEquals("1", tomcat.ask(browser, "/one", "raise"));
    assertEquals("1", tomcat.ask(browser, "/two", "raise"));

    tomcat.host().removeChild(tomcat.context(1));
    assertEquals(404, browser.get(tomcat.port(), "/two/page?way=raise").status());
    assertEquals("2", tomcat.ask(browser, "/one", "raise"));
    StandardContext again =
        tomcat.add(
            "/two", settings(isSticky).set(Setting.STORAGE_KEY_PREFIX, "context,webappVersion"));

    assertEquals(LifecycleState.STARTED, again.getState());
    assertEquals("2", tomcat.ask(browser, "/two", "raise"));
    assertEquals("3", tomcat.ask(browser, "/one", "raise"));
  }
}
