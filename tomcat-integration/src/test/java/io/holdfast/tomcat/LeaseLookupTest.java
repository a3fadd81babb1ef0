package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The session whose lease a request takes, if any. */
@Timeout(120)
class LeaseLookupTest extends WithOneNode {

  private static final int WAITING = 3;
  private static final String NEW = "set user nobody";
  private static final String LOGIN = "hold, rename, set user ann";

  private PageTomcat t1;
  private PageTomcat t2;

  @BeforeEach
  void startTomcats() {
    t1 = start("t1", settings("all"));
    t2 = start("t2", settings("all"));
  }

  @Test
  void requestsWhenTheyWaitWhileALoginChangesTheIdThenAreLedToTheSession() {
    assertEquals("done", t1.ask(browser, NEW));
    Browser former = browser.copy();
    CompletableFuture<String> login = later(() -> t1.ask(browser, LOGIN));
    page.gate().awaitArrival();
    List<CompletableFuture<Response>> waiting =
        Stream.generate(() -> later(() -> t1.get(former.copy(), "show user")))
            .limit(WAITING)
            .toList();
    Await.until("they wait", () -> requestsThatWait() == WAITING);

    page.gate().open();

    assertEquals("done", login.join());
    for (CompletableFuture<Response> request : waiting) {
      assertEquals("ann", request.join().body());
      assertEquals(List.of(), request.join().setCookies());
    }
    assertEquals("ann", t1.ask(browser, "show user"));
    awaitNoLease();
  }

  @Test
  void requestsWhenTheyWaitWhileAnotherTomcatChangesTheIdThenGetNoNewSession() {
    assertEquals("done", t1.ask(browser, NEW));
    Browser former = browser.copy();
    CompletableFuture<String> login = later(() -> t1.ask(browser, LOGIN));
    page.gate().awaitArrival();
    CompletableFuture<Response> wanting = later(() -> t2.get(former.copy(), NEW));
    CompletableFuture<Response> looking = later(() -> t2.get(former.copy(), "show user"));
    Await.until("they wait", () -> requestsThatWait() == 2);

    page.gate().open();

    assertEquals("done", login.join());
    assertEquals(503, wanting.join().status());
    assertEquals("1", wanting.join().header("Retry-After"));
    assertEquals(List.of(), wanting.join().setCookies());
    assertEquals("no session", looking.join().body());
    assertEquals(List.of(), looking.join().setCookies());
    assertEquals("ann", t2.ask(browser, "show user"));
    awaitNoLease();
  }

  @Test
  void requestWhenItComesAfterTheIdChangedThenIsNotLedToTheSession() {
    assertEquals("done", t1.ask(browser, NEW));
    Browser former = browser.copy();
    page.gate().open();
    assertEquals("done", t1.ask(browser, LOGIN));

    assertEquals("no session", t1.ask(former, "show user"));
    assertEquals("no session", t2.ask(former, "show user"));
    assertEquals("ann", t2.ask(browser, "show user"));
  }

  @Test
  void requestWhenThereIsNoSuchSessionThenTakesNoLease() {
    browser.setCookie("JSESSIONID", "0123456789ABCDEF0123456789ABCDEF");

    assertEquals("no session", t1.ask(browser, "show user"));

    assertEquals(0, t1.count(Metric.LEASES_TAKEN));
    assertEquals(1, t1.count(Metric.LOADS_ABSENT), "the store is asked once");
  }

  @Test
  void requestWhenItsSessionHasEndedThenTakesNoLease() {
    assertEquals("done", t1.ask(browser, NEW));
    Browser former = browser.copy();
    assertEquals("done", t1.ask(browser, "end"));
    long before = leasesTaken();

    assertEquals("no session", t1.ask(former, "show user"));
    assertEquals("no session", t2.ask(former, "show user"));

    assertEquals(before, leasesTaken());
  }

  @Test
  void requestWhenOnlyAnotherTomcatHasServedItsSessionThenTakesItsLease() {
    assertEquals("done", t1.ask(browser, NEW));

    assertEquals("nobody", t2.ask(browser, "show user"));

    assertEquals(1, t2.count(Metric.LEASES_TAKEN));
  }

  private static long requestsThatWait() {
    return threadsIn(".RequestLeases", "take");
  }

  private long leasesTaken() {
    return t1.count(Metric.LEASES_TAKEN) + t2.count(Metric.LEASES_TAKEN);
  }
}
