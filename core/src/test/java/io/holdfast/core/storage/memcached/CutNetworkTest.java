package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.NetworkNamespace;
import io.holdfast.testkit.fault.RequiresNetworkNamespace;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store while the network loses its commands. */
@Timeout(120)
@RequiresRealMemcached
@RequiresNetworkNamespace
final class CutNetworkTest {

  @Test
  void storeWhenTheNetworkIsCutThenIsNotCarriedOutAfterLaterOne() {
    try (NetworkNamespace network = NetworkNamespace.open();
        MemcachedNode node = MemcachedProcess.startIn(network);
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.impatient())) {
      fixture.put("fruit", "apple");

      network.cut(Direction.COMMANDS);
      assertReason(
          Reason.TIMEOUT,
          fixture
              .store()
              .store(
                  "fruit",
                  NodeStoreKit.bytes("pear"),
                  TimeToLive.UNLIMITED,
                  WriteCondition.always()));
      Await.until("the node counts as lost", () -> fixture.events().endsWith("disconnected n1"));
      Await.until(
          "nobody goes on sending what has failed", () -> !network.isSendingForClosedConnections());
      network.heal();
      Await.until("connected", () -> fixture.events().endsWith(", connected n1"));
      fixture.put("fruit", "cherry");

      assertEquals("cherry", fixture.get("fruit"));
    }
  }
}
