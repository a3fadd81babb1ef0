package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests with a lease and without one, of one session in one Tomcat, while no node answers. A
 * request that does not find the session gets a new one at once: it has nothing to wait for.
 */
@Timeout(120)
class LeasesWithoutNodesTest extends WithOneNode {

  private static final String HOLD = "hold, set mark yes";
  private static final String SHOW = "show count, show mark";

  /** The instance is with the request that has the lease; others were given another session. */
  @ParameterizedTest
  @CsvSource({"uriPattern:.*hold.*, none, raise", "all, .*ignored.*, raise&ignored"})
  void requestWithoutLeaseWhenAnotherHasTheInstanceThenHasTheSession(
      String lockingMode, String ignored, String way) {
    PageTomcat tomcat =
        start("t1", here(lockingMode).attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ignored));
    assertEquals("1", tomcat.ask(browser, "raise"));
    CompletableFuture<String> holder = held(tomcat, HOLD);
    node.kill();
    String cookie = id(browser);

    assertEquals("2", tomcat.ask(browser, way));
    assertEquals("3", tomcat.ask(browser, way));

    page.gate().open();
    assertEquals("done", holder.join());
    assertEquals(cookie, id(browser));
  }

  /** What it set before, and what the holder set, are both there when nodes are back. */
  @Test
  void requestWithoutLeaseWhenTheNodeIsBackThenItsChangeAndTheHoldersAreStored() {
    PageTomcat t1 = start("t1", here("uriPattern:.*hold.*"));
    PageTomcat t2 = start("t2", here("uriPattern:.*hold.*"));
    assertEquals("1", t1.ask(browser, "raise"));
    CompletableFuture<String> holder = held(t1, HOLD);
    node.kill();
    assertEquals("2", t1.ask(browser, "raise"));
    page.gate().open();
    assertEquals("done", holder.join());
    assertEquals("2 yes", t1.ask(browser, SHOW));

    node.start();

    Await.until("the other has both", () -> t2.ask(browser.copy(), SHOW).equals("2 yes"));
  }

  /** Both were led to the instance that the request without a lease has in use. */
  @Test
  void requestsWithLeaseWhenTheInstanceIsInUseThenStillWaitForEachOther() {
    PageTomcat tomcat = start("t1", here("uriPattern:.*raise.*"));
    assertEquals("1", tomcat.ask(browser, "raise"));
    Browser same = browser.copy();
    CompletableFuture<String> user = later(() -> tomcat.ask(same, "hold user, set mark yes"));
    page.gate("user").awaitArrival();
    node.kill();
    CompletableFuture<String> first = held(tomcat, "raise slowly");
    CompletableFuture<String> second = later(() -> tomcat.ask(browser.copy(), "raise"));
    Await.until(
        "the second waits for the first, or is over",
        () -> isAnyAskingForALease() || second.isDone());

    assertFalse(second.isDone(), "two requests had the session to themselves");
    page.gate().open();
    assertEquals("2", first.join());
    assertEquals("3", second.join());
    page.gate("user").open();
    assertEquals("done", user.join());
    assertEquals("3 yes", tomcat.ask(browser, SHOW));
  }

  private ManagerBuilder here(String lockingMode) {
    return settings(lockingMode)
        .set(Setting.DOUBT_TIMEOUT, Duration.ZERO)
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(2));
  }
}
