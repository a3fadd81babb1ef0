package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.util.StandardSessionIdGenerator;
import org.junit.jupiter.api.Test;

/** {@code enabled="false"}: sessions are as with Tomcat's own manager. */
class DisabledTest extends WithTomcats {

  @Test
  void requestWhenTheGeneratorEmitsDotsThenEachUserHasASessionOfHisOwn() {
    PageTomcat tomcat = start("t1", disabled());
    tomcat.manager.setSessionIdGenerator(new Dotted());
    Browser bob = new Browser();

    assertEquals("done", tomcat.ask(browser, "set user ann"));
    assertEquals("done", tomcat.ask(bob, "set user bob"));

    assertEquals("bob", tomcat.ask(bob, "show user"));
    assertEquals("ann", tomcat.ask(browser, "show user"));
    assertEquals(2, tomcat.manager.getActiveSessions());
  }

  @Test
  void requestWhenTheIdIsLongThenItsSessionIsFound() {
    PageTomcat tomcat = start("t1", disabled());
    tomcat.manager.getSessionIdGenerator().setSessionIdLength(200);

    assertEquals("done", tomcat.ask(browser, "set user ann"));

    assertEquals("ann", tomcat.ask(browser, "show user"));
  }

  /** The disabled one is another application of the same host. */
  @Test
  void createSessionWhenADisabledApplicationHasAnIdWithDotsThenItIsNotUsed() {
    PageTomcat tomcat =
        start(
            "t1",
            List.of("/ours", "/plain"),
            settings("sticky", "127.0.0.1:1"),
            page,
            context -> {
              if (context.getPath().equals("/plain")) {
                context.setManager(disabled().build());
              }
            });
    MemcachedSessionManager plain = tomcat.manager(1);
    plain.setSessionIdGenerator(new Dotted());
    String ofAnn = plain.createSession(null).getId();
    String ofBob = plain.createSession(null).getId();

    String ann = tomcat.manager.createSession(ofAnn).getId();
    String bob = tomcat.manager.createSession(ofBob).getId();

    assertNotEquals(ann.replaceAll("\\..*", ""), bob.replaceAll("\\..*", ""));
  }

  private static ManagerBuilder disabled() {
    return settings("none", "127.0.0.1:1").set(Setting.ENABLED, false);
  }

  private static final class Dotted extends StandardSessionIdGenerator {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public String generateSessionId(String route) {
      return "v1." + count.getAndIncrement() + "." + route;
    }
  }
}
