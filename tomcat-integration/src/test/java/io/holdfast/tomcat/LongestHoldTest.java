package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that has its session to itself, and whose response flows for as long as its client
 * likes. Other requests have to wait a minute before they are refused.
 */
@Timeout(120)
class LongestHoldTest extends WithOneNode {

  private static final String READ = "raise, dot, hold, dot";
  private static final String WRITE = "raise, dot, hold, raise, dot";

  @BeforeEach
  void prepare() {
    page.with(
        "dot",
        (request, response) -> {
          response.getWriter().print(".");
          response.flushBuffer();
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {READ, "raise, async, dot, hold, dot"})
  void requestWhenTheHoldersResponseFlowsThenGetsTheSessionAsTheHolderLeftIt(String way)
      throws IOException {
    PageTomcat tomcat = start(1);
    assertEquals("1", tomcat.ask(browser, "raise"));

    try (OpenResponse flowing = open(tomcat, way)) {
      assertEquals("3", tomcat.ask(browser, "raise"), "the holder has counted before");
      page.gate().open();
      flowing.body().readAllBytes();
    }

    assertEquals("4", tomcat.ask(browser, "raise"));
    awaitNoLease();
  }

  @ParameterizedTest
  @ValueSource(strings = {WRITE, "raise, async, dot, hold, raise, dot"})
  void holderWhenItChangesTheSessionAfterItsTimeThenIsCutAndTheChangeIsNotStored(String way)
      throws IOException {
    PageTomcat tomcat = start(1);
    assertEquals("1", tomcat.ask(browser, "raise"));

    try (OpenResponse flowing = open(tomcat, way)) {
      assertEquals("3", tomcat.ask(browser, "raise"));
      page.gate().open();
      assertThrows(IOException.class, () -> flowing.body().readAllBytes());
    }

    assertEquals("4", tomcat.ask(browser, "raise"));
    awaitNoLease();
  }

  @ParameterizedTest
  @ValueSource(strings = {READ, WRITE})
  void requestWhenTheHolderMayTakeItsTimeThenIsRefused(String way) throws IOException {
    PageTomcat tomcat = start(-1);
    assertEquals("1", tomcat.ask(browser, "raise"));

    int status;
    try (OpenResponse flowing = open(tomcat, way)) {
      status = tomcat.get(browser.copy(), "raise").status();
      page.gate().open();
      flowing.body().readAllBytes();
    }

    assertEquals(503, status);
    assertEquals(way.equals(WRITE) ? "4" : "3", tomcat.ask(browser, "raise"));
  }

  /** A response whose first byte is here. */
  private OpenResponse open(PageTomcat tomcat, String way) throws IOException {
    OpenResponse flowing = browser.copy().open(tomcat.port(), "/page?way=" + way.replace(' ', '+'));
    assertEquals('2', flowing.body().read());
    return flowing;
  }

  private PageTomcat start(int maxLockHold) {
    return start(
        "t1",
        settings("all")
            .set(Setting.LOCK_EXPIRATION, Duration.ofSeconds(maxLockHold < 0 ? 4 : 60))
            .set(Setting.ON_LOCK_TIMEOUT, OnLockTimeout.REJECT)
            .set(Setting.MAX_LOCK_HOLD, Duration.ofSeconds(maxLockHold)));
  }
}
