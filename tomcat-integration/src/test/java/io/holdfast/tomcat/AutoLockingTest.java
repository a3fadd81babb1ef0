package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code lockingMode="auto"} on Tomcats that have just started: what has not been seen to read only
 * may write, and has the session to itself.
 */
@Timeout(120)
class AutoLockingTest extends WithOneNode {

  /** Both raised the same count, and both were answered. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void countWhenNoRequestOfItsKindWasSeenThenWaitsForTheOneThatIsCounting(int other) {
    PageTomcat t1 = start("t1", settings("auto"));
    PageTomcat t2 = start("t2", settings("auto"));
    assertEquals("1", t1.ask(browser, "new, raise"));
    CompletableFuture<String> first = held(t1, "raise slowly");

    CompletableFuture<String> second = later(() -> (other == 1 ? t1 : t2).ask(browser, "raise"));
    Await.until(
        "the other request waits for the lease, or is over",
        () -> isAnyAskingForALease() || second.isDone());
    page.gate().open();

    assertEquals("2", first.join());
    assertEquals("3", second.join());
  }

  /** Such a request does not tell what it would do with one. */
  @Test
  void countWhenARequestWithoutASessionWasSeenThenTakesTheLease() {
    PageTomcat t1 = start("t1", settings("auto"));
    assertEquals("no session", t1.ask(new Browser(), "show count, raise"));
    assertEquals("1", t1.ask(browser, "new, raise"));

    assertEquals("1 2", t1.ask(browser, "show count, raise"));

    assertEquals(1, leases(t1));
  }

  @Test
  void readWhenItsKindWasSeenToReadThenDoesNotWaitForTheOneThatIsCounting() {
    PageTomcat t1 = start("t1", settings("auto"));
    assertEquals("1", t1.ask(browser, "new, raise"));
    assertEquals("1", t1.ask(browser, "show count"));
    CompletableFuture<String> first = held(t1, "raise slowly");

    assertEquals("1", t1.ask(browser, "show count"));

    assertFalse(first.isDone());
    page.gate().open();
    assertEquals("2", first.join());
  }

  /**
   * What was not stored was changed all the same: a kind whose writes failed is none that reads.
   */
  @Test
  void countWhenNoNodeTookTheCountsBeforeThenTakesTheLease() {
    PageTomcat t1 = start("t1", settings("auto"));
    assertEquals("1", t1.ask(browser, "new, raise"));
    node.kill();
    assertEquals("2", t1.ask(browser, "raise"));
    assertEquals("3", t1.ask(browser, "raise"));
    node.start();
    Await.until(
        "it is stored", () -> !t1.ask(browser, "show count").isEmpty() && record(browser) != null);
    long before = leases(t1);

    assertEquals("4", t1.ask(browser, "raise"));

    assertEquals(before + 1, leases(t1));
  }

  private static long leases(PageTomcat tomcat) {
    return tomcat.count(Metric.LEASES_TAKEN) + tomcat.count(Metric.LEASES_HANDED_ON);
  }
}
