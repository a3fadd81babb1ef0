package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The default limit of items against the default limit of a real memcached. */
@RequiresRealMemcached
final class ItemLimitTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 250})
  void storeWhenItemIsAtOurLimitThenMemcachedTakesIt(int keyLength) {
    try (MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), TestConnections.DEFAULTS)) {
      String key = "k".repeat(keyLength);
      byte[] value = new byte[TestConnections.DEFAULTS.maxItemSize() - keyLength];

      WriteResult result =
          await(fixture.store().store(key, value, new TimeToLive(60), WriteCondition.always()));

      assertTrue(result.isStored());
      StoredValue loaded = await(fixture.store().load(key));
      assertNotNull(loaded);
      assertEquals(value.length, loaded.bytes().length);
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void storeWhenOurLimitIsAboveMemcachedsThenTooLarge(Protocol protocol) {
    ConnectionSettings generous =
        TestConnections.settings(
            protocol, TestConnections.DEFAULTS.operationTimeout(), 10, 4 << 20, null, null, null);
    try (MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
        StoreFixture fixture = new StoreFixture(node.host(), node.port(), generous)) {
      fixture.put("k", "small");
      Duration fastest =
          Stream.generate(() -> timeOfNext(fixture))
              .limit(3)
              .min(Duration::compareTo)
              .orElseThrow();
      assertTrue(fastest.compareTo(Duration.ofSeconds(1)) < 0, fastest::toString);
      Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
    }
  }

  /**
   * How long the next operation takes after one that was too large: the client may pause for 2 s.
   */
  private static Duration timeOfNext(StoreFixture fixture) {
    var tooLarge =
        fixture
            .store()
            .store("k2", new byte[2 << 20], TimeToLive.UNLIMITED, WriteCondition.always());
    assertReason(Reason.TOO_LARGE, tooLarge);
    long start = System.nanoTime();
    Await.until("next works", () -> "small".equals(fixture.get("k")));
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
