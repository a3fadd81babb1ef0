package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holders of a session's lease that are slow, stalled or killed; the lease expires after 4 s. */
abstract class LeaseTests extends ClusterTests {

  private static final Duration LOCK_EXPIRATION = Duration.ofSeconds(4);

  /** For a request on a busy machine, beside what it waits for. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  @AfterEach
  final void noLeaseIsLeft() {
    Await.until("no lease is left", () -> cluster().leases().isEmpty());
  }

  @Test
  @ComesLast
  void requestWhenTheHolderWasKilledThenWaitsNoLongerThanTheLeaseLasts() {
    Visitor visitor = new Visitor("brief");
    visitor.ask(t1(), "count");
    var unused = pondering(visitor, "killed");
    long timeouts = visitor.counter(t2(), Metric.LEASE_TIMEOUTS);

    t1().kill();
    long start = System.nanoTime();
    String count = visitor.ask(t2(), "count").get("count");
    Duration waited = Duration.ofNanos(System.nanoTime() - start);

    assertEquals("2", count);
    assertEquals(timeouts, visitor.counter(t2(), Metric.LEASE_TIMEOUTS), "waited in vain");
    assertTrue(waited.compareTo(LOCK_EXPIRATION.plus(SLACK)) < 0, waited::toString);
  }

  @Test
  void requestWhenTheHolderIsSlowThenIsRejectedAndTheHolderKeepsTheSession() {
    Visitor visitor = new Visitor("reject");
    visitor.ask(t1(), "count");
    CompletableFuture<Response> slow = pondering(visitor, "slow");
    long timeouts = visitor.counter(t2(), Metric.LEASE_TIMEOUTS);
    long lost = visitor.counter(t1(), Metric.LEASES_LOST);

    long start = System.nanoTime();
    Response rejected = visitor.copy().at(t2(), "count");
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    release("reject", "slow");

    assertEquals(lost, visitor.counter(t1(), Metric.LEASES_LOST), "the holder's lease was lost");
    assertEquals(503, rejected.status());
    assertEquals("1", rejected.header("Retry-After"));
    assertTrue(waited.compareTo(LOCK_EXPIRATION) > 0, waited::toString);
    assertEquals(timeouts + 1, visitor.counter(t2(), Metric.LEASE_TIMEOUTS));
    assertEquals("2", Visitor.lines(slow.join()).get("count"));
    assertEquals("3", visitor.ask(t2(), "count").get("count"));
  }

  @Test
  void requestWhenItWaitedInVainAndMayProceedThenDoes() {
    Visitor visitor = new Visitor("brief");
    visitor.ask(t1(), "count");
    CompletableFuture<Response> slow = pondering(visitor, "proceed");
    long timeouts = visitor.counter(t2(), Metric.LEASE_TIMEOUTS);

    visitor.copy().ask(t2(), "set?name=fruit&value=apple");
    release("brief", "proceed");

    assertEquals("2", Visitor.lines(slow.join()).get("count"));
    assertEquals(timeouts + 1, visitor.counter(t2(), Metric.LEASE_TIMEOUTS));
    assertEquals("count,fruit", visitor.ask(t1(), "info").get("attributes"));
  }

  @Test
  void holderWhenItStalledAndLostTheSessionThenCannotOverwriteItsSuccessor() {
    Visitor visitor = new Visitor("brief");
    visitor.ask(t1(), "count");
    long refused = visitor.counter(t1(), Metric.SAVES_REFUSED);
    CompletableFuture<Response> stalled = pondering(visitor, "stalled");

    t1().freeze();
    String successor;
    try {
      visitor.copy().ask(t2(), "set?name=fruit&value=apple");
      successor = visitor.copy().ask(t2(), "count").get("count");
    } finally {
      t1().thaw();
    }
    release("brief", "stalled");
    Response late = stalled.join();

    assertEquals("2", successor);
    assertEquals(503, late.status(), late::body);
    assertEquals("1", late.header("Retry-After"));
    assertEquals(refused + 1, visitor.counter(t1(), Metric.SAVES_REFUSED));
    assertEquals("apple", visitor.value(t1(), "get?name=fruit"));
    assertEquals("3", visitor.ask(t1(), "count").get("count"));
  }

  /** A request at the first Tomcat that has the session to itself until the gate is opened. */
  private CompletableFuture<Response> pondering(Visitor visitor, String gate) {
    cluster().awaitNoLease(visitor); // that of the request before it is given back behind that
    return Cluster.pondering(visitor, t1(), gate);
  }

  private void release(String context, String gate) {
    new Visitor(context).ask(t1(), "release?name=" + gate);
  }
}
