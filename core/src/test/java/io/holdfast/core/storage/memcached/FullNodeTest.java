package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node that refuses writes because its memory is full answers everything else. */
@RequiresRealMemcached
final class FullNodeTest {

  private static final int WRITES = 300;
  private static final byte[] LARGE = new byte[20_000];

  @Test
  void loadWhenWritesAroundItAreRefusedThenIsAnsweredOverTheSameConnection() {
    MemcachedLimits small = new MemcachedLimits(2, 1024 * 1024);
    try (MemcachedNode node = MemcachedProcess.start(small, "-M");
        StoreFixture fixture =
            new StoreFixture("127.0.0.1", node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("kept", "value");
      List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
      List<CompletableFuture<@Nullable StoredValue>> loads = new ArrayList<>();
      for (int i = 0; i < WRITES; i++) {
        writes.add(
            fixture.store().store("k" + i, LARGE, TimeToLive.UNLIMITED, WriteCondition.always()));
        loads.add(fixture.store().load("kept"));
      }

      loads.forEach(load -> assertTrue(await(load) != null));
      Map<String, Integer> results = new TreeMap<>();
      writes.forEach(
          write ->
              results.merge(
                  write.handle((done, failure) -> resultOf(done, failure)).join(),
                  1,
                  Integer::sum));
      assertEquals(List.of("REFUSED", "STORED"), List.copyOf(results.keySet()), results::toString);
      Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
    }
  }

  /** What memcached says of an empty append for which it has no memory, as to a missing key. */
  @Test
  void renewVersionWhenThereIsNoMemoryForThatThenTheVersionStaysAndItIsToldAsAbsent() {
    MemcachedLimits small = new MemcachedLimits(2, 1024 * 1024);
    try (MemcachedNode node = MemcachedProcess.start(small, "-M");
        StoreFixture fixture =
            new StoreFixture("127.0.0.1", node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("tiny", "");
      for (int i = 0; i < WRITES; i++) {
        var unused =
            fixture
                .store()
                .store("k" + i, LARGE, TimeToLive.UNLIMITED, WriteCondition.always())
                .handle((done, failure) -> resultOf(done, failure))
                .join();
      }
      StoredValue before = await(fixture.store().load("k0"));

      boolean isRenewed = await(fixture.store().renewVersion("k0"));

      assertFalse(isRenewed);
      assertEquals(
          Objects.requireNonNull(before).version(),
          Objects.requireNonNull(await(fixture.store().load("k0"))).version());
    }
  }

  private static String resultOf(@Nullable WriteResult done, @Nullable Throwable failure) {
    Reason reason = failure == null ? null : StoreException.reasonOf(failure);
    return done == null ? String.valueOf(reason) : done.isStored() ? "STORED" : "CONFLICT";
  }
}
