package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A request has the lease of a session, and its instance, while all nodes evict the session. Others
 * of that Tomcat need no lease.
 */
@Timeout(120)
class LeasesAfterEvictionTest extends WithOneNode {

  private static final String HOLD = "hold, set held held, show set, show held";

  @ParameterizedTest
  @CsvSource({
    "uriPattern:.*hold.*, none, set set yes",
    "all, .*ignored.*, set set yes&ignored",
  })
  void requestWithoutLeaseWhenTheSessionIsEvictedThenHasItAndBothChangesAreThere(
      String lockingMode, String ignored, String way) {
    PageTomcat tomcat = start("t1", lockingMode, ignored);
    assertEquals("done", tomcat.ask(browser, "new"));
    String cookie = id(browser);
    CompletableFuture<String> holder = held(tomcat, HOLD);
    node.probe().flushAll();

    assertEquals("done", tomcat.ask(browser, way));
    page.gate().open();
    assertTrue(holder.join().endsWith(" held"));

    if (way.endsWith("ignored")) { // what that has changed is saved late
      Await.until("both are there", () -> shown(tomcat, browser).equals("yes held"));
    }
    assertEquals("yes held", shown(tomcat, browser));
    assertEquals(cookie, id(browser));
  }

  @Test
  void requestWithLeaseWhenTheSessionIsEvictedThenWaitsForTheHolderAndHasIt() {
    PageTomcat tomcat = start("t1", "all", "none");
    assertEquals("done", tomcat.ask(browser, "new"));
    CompletableFuture<String> holder = held(tomcat, HOLD);
    node.probe().flushAll();

    CompletableFuture<String> second =
        later(() -> tomcat.ask(browser.copy(), "set set yes, show set, show held"));
    Await.until("it waits, or is over", () -> second.isDone() || isAnyAskingForALease());
    page.gate().open();

    assertTrue(holder.join().endsWith(" held"));
    assertEquals("yes held", second.join());
  }

  /** That the nodes have nothing under an id that has ended does not bring it back. */
  @Test
  void requestWithoutLeaseWhenTheSessionHasEndedAndIsEvictedThenHasNone() {
    PageTomcat t1 = start("t1", "uriPattern:.*hold.*", "none");
    PageTomcat t2 = start("t2", "uriPattern:.*hold.*", "none");
    assertEquals("done", t1.ask(browser, "new"));
    Browser former = browser.copy();
    CompletableFuture<String> holder = held(t1, HOLD);
    assertEquals("done", t2.ask(browser, "end"));
    assertEquals("no session", shown(t1, former)); // and remembers that it has ended

    node.probe().flushAll();

    assertEquals("no session", shown(t1, former));
    page.gate().open();
    assertNotEquals("yes held", holder.join());
    assertEquals("no session", shown(t1, former));
  }

  private static String shown(PageTomcat tomcat, Browser of) {
    return tomcat.ask(of, "show set, show held");
  }

  private PageTomcat start(String name, String lockingMode, String ignored) {
    return start(
        name, settings(lockingMode).attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ignored));
  }
}
