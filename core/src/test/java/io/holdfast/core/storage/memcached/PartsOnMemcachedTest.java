package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.ChunkManifest;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Large values on memcached with its defaults: items of one megabyte. */
@RequiresRealMemcached
final class PartsOnMemcachedTest {

  private static final int MEGABYTE = 1_000_000;
  private static final ChunkLimits LIMITS = new ChunkLimits(1_047_302, 32 << 20, 4 << 20);
  private static final TimeToLive HOUR = new TimeToLive(3_600);

  private final MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
  private final SessionMetrics metrics = new SessionMetrics(true);

  @AfterEach
  void close() {
    node.close();
  }

  @ParameterizedTest
  @CsvSource({"TEXT, 2, 2", "TEXT, 20, 20", "BINARY, 2, 2", "BINARY, 20, 20"})
  void storeWhenLargeThenReadBackWholeAndNothingIsLeftWhenItIsDeleted(
      Protocol protocol, int megabytes, int parts) {
    byte[] value = random(megabytes * MEGABYTE);
    try (StoreFixture fixture = fixture(protocol)) {
      ChunkedStore store = parted(fixture);

      await(store.store("k", value, HOUR, WriteCondition.ifAbsent()));
      int items = node.probe().itemCount();
      StoredValue found = await(store.load("k"));
      assertNotNull(found);
      WriteResult replaced =
          await(store.store("k", value, HOUR, WriteCondition.ifVersion(found.version())));
      Await.until("the parts are replaced", () -> node.probe().itemCount() == 1 + parts);
      await(store.delete("k"));

      assertEquals(1 + parts, items);
      assertArrayEquals(value, found.bytes());
      assertTrue(replaced.isStored());
      Await.until("nothing is left", () -> node.probe().itemCount() == 0);
    }
  }

  @Test
  void loadWhenMemcachedHasEvictedSomePartsThenTheHeadIsGivenOrNothing() {
    try (StoreFixture fixture = fixture(Protocol.TEXT)) {
      ChunkedStore store = parted(fixture);
      byte[] value = random(20 * MEGABYTE);
      for (int i = 0; i < 5; i++) {
        await(store.store("k" + i, value, HOUR, WriteCondition.always()));
      }

      int whole = 0;
      for (int i = 0; i < 5; i++) {
        StoredValue found = await(store.load("k" + i));
        whole += found != null && !ChunkManifest.isHead(found.bytes()) ? 1 : 0;
      }

      assertTrue(whole >= 1 && whole <= 3, whole + " of 100 MB in 64 MB are whole");
      assertTrue(metrics.get(Metric.LOADS_INCOMPLETE) > 0);
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void storeWhenTheNodeTakesSmallerItemsOnlyThenTooLargeAndTheOlderValueStays(Protocol protocol) {
    try (MemcachedProcess small = MemcachedProcess.start(new MemcachedLimits(64, 512 * 1024));
        StoreFixture fixture =
            new StoreFixture(small.host(), small.port(), StoreFixture.settings(protocol))) {
      ChunkedStore store = parted(fixture);
      await(store.store("k", new byte[10], HOUR, WriteCondition.always()));

      assertReason(
          Reason.TOO_LARGE,
          store.store("k", new byte[2 * MEGABYTE], HOUR, WriteCondition.always()));

      Await.until("nothing else is left", () -> small.probe().keys().equals(List.of("k")));
    }
  }

  private ChunkedStore parted(StoreFixture fixture) {
    return new ChunkedStore("n1", fixture.store(), LIMITS, new Random(1), metrics);
  }

  private StoreFixture fixture(Protocol protocol) {
    return new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol));
  }

  private static byte[] random(int size) {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);
    return value;
  }
}
