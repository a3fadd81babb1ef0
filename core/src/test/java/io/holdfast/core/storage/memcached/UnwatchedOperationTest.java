package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Threads;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Operations for whose deadline there is no memory. */
@Timeout(60)
final class UnwatchedOperationTest {

  private static final ConnectionListener NOBODY =
      new ConnectionListener() {
        @Override
        public void connected(String nodeId) {}

        @Override
        public void disconnected(String nodeId, String reason) {}
      };

  @Test
  void loadWhenItsDeadlineCannotBeWatchedThenItFailsAndItsRoomIsFree() {
    ManualTimer timer = new ManualTimer();
    try (LyingServer server = new LyingServer(line -> "END");
        MemcachedStore store =
            new MemcachedConnections(timer)
                .connect(
                    new NodeAddress("n1", "127.0.0.1", server.port()),
                    TestConnections.settings(
                        Protocol.TEXT, Duration.ofSeconds(20), 1, 1_000, null, null, null),
                    timer,
                    Clock.systemUTC(),
                    NOBODY)) {
      assertNull(await(store.load("warm")));
      timer.advance(Duration.ofSeconds(20)); // past the watch of that
      timer.failToSchedule(1);

      assertReason(Reason.BUSY, store.load("k"));

      assertNull(await(store.load("k")));
    } finally {
      Threads.assertNoneAlive("holdfast-memcached-", Duration.ofSeconds(60));
    }
  }
}
