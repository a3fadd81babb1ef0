package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that something between the Tomcat and the node has forgotten without a word. */
@Timeout(120)
final class IdleConnectionTest {

  private final MemcachedNode node = MemcachedNodes.start();
  private final FaultProxy line = FaultProxy.before(node, 1);
  private final StoreFixture fixture =
      new StoreFixture("127.0.0.1", line.port(), StoreFixture.impatient());

  @BeforeEach
  void connect() {
    fixture.put("k", "v");
  }

  @AfterEach
  void close() {
    fixture.close();
    line.close();
    node.close();
  }

  @ParameterizedTest
  @EnumSource(Direction.class)
  void linkWhenItIsCutWhileIdleThenReplacedWithoutARequestAndNobodyHearsOfALoss(
      Direction direction, TestReporter reporter) {
    line.add(direction, new Fault.Timeout());
    Await.until("a ping is lost", () -> line.happened().containsKey("Timeout"));
    long cut = System.nanoTime();
    line.clear();

    Await.until("replaced", () -> fixture.events().equals("connected n1, connected n1"));

    Duration taken = Duration.ofNanos(System.nanoTime() - cut);
    reporter.publishEntry("replaced after", taken.toMillis() + " ms");
    assertEquals("v", fixture.get("k"));
    assertTrue(taken.compareTo(Duration.ofSeconds(20)) < 0, taken::toString);
  }

  @Test
  void loadWhenItMeetsACutFirstThenItPaysOneTimeoutAndLaterOnesGoOn() {
    line.add(Direction.ANSWERS, new Fault.Timeout());
    long start = System.nanoTime();

    assertReason(Reason.TIMEOUT, fixture.store().load("k"));

    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    line.clear();
    Await.until("replaced", () -> fixture.events().equals("connected n1, connected n1"));
    assertEquals("v", fixture.get("k"));
    assertTrue(waited.compareTo(StoreFixture.TIMEOUT.multipliedBy(5)) < 0, waited::toString);
  }

  @Test
  void linkWhenTheNodeItselfIsSilentThenItsLossIsTold() {
    node.freeze();

    Await.until("told of it", () -> fixture.events().equals("connected n1, disconnected n1"));

    node.thaw();
    Await.until("back", () -> fixture.events().endsWith("disconnected n1, connected n1"));
    assertEquals("v", fixture.get("k"));
  }
}
