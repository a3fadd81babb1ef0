package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that works until after the time of its session would have been up without it. */
@Timeout(120)
final class SlowRequestsTest extends WithOneNode {

  /** Seconds. */
  private static final int INTERVAL = 4;

  private static final String CREATE = "lasts " + INTERVAL + ", set work none";
  private static final String WORK = "hold, set work done, show work";

  /** Also behind a valve that asks for each session before ours has the request. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requestWhenAnotherTomcatTakesItsSessionForOverMeanwhileThenTheSessionGoesOn(
      boolean isBehindValve) {
    PageTomcat t1 = start("t1", isBehindValve);
    PageTomcat t2 = start("t2", isBehindValve);
    assertEquals("done", t1.ask(browser, CREATE));
    assertEquals("none", t2.ask(browser, "show work"));
    long used = System.nanoTime();
    Await.until(
        "half of the interval has passed",
        () -> System.nanoTime() - used > TimeUnit.SECONDS.toNanos(INTERVAL) / 2);

    CompletableFuture<String> slow = held(t1, WORK);
    t2.expireUntil(
        "the other Tomcat has looked whether it is over",
        () -> t2.manager.findSessions().length == 0);
    page.gate().open();

    assertEquals("done", slow.join());
    assertEquals("done", t1.ask(browser, "show work"));
  }

  /** At its own Tomcat no request has come for longer than the interval. */
  @Test
  void requestWhenItWorksLongerThanTheIntervalAndItsSessionIsUsedElsewhereThenItGoesOn() {
    PageTomcat t1 = start("t1", false);
    PageTomcat t2 = start("t2", false);
    assertEquals("done", t1.ask(browser, CREATE));
    CompletableFuture<String> slow = held(t1, WORK);
    long begun = System.nanoTime();

    Await.until(
        "the interval has passed",
        () ->
            t2.ask(browser.copy(), "show work").equals("none")
                && System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(INTERVAL + 1));
    t1.manager.processExpires();
    page.gate().open();

    assertEquals("done", slow.join());
    assertEquals("done", t2.ask(browser, "show work"));
  }

  private PageTomcat start(String name, boolean isBehindValve) {
    return start(
        name,
        settings("none"),
        context -> {
          if (isBehindValve) {
            context.getParent().getPipeline().addValve(new CrawlerSessionManagerValve());
          }
        });
  }
}
