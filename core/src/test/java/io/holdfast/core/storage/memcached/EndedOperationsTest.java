package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a listener hears of operations. */
@Timeout(60)
final class EndedOperationsTest {

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void endedWhenOperationsAreDoneThenToldOfEachOnAKey(Protocol protocol) {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol))) {
      fixture.put("k", "v");
      fixture.get("k");
      await(fixture.store().touch("k", new TimeToLive(60)));
      await(fixture.store().delete("k"));
      await(fixture.store().figures());

      assertEquals(List.of("done", "done", "done", "done"), fixture.ended());
    }
  }

  @Test
  void endedWhenAnOperationIsDoneThenToldBeforeItsCaller() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      CompletableFuture<List<String>> before =
          fixture
              .store()
              .loadPairIfChanged("k", "l", KnownValue.NONE)
              .thenApply(pair -> fixture.ended());

      assertEquals(List.of("done"), await(before));
    }
  }

  @Test
  void endedWhenTheAnswerComesTooLateThenToldOnce() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.impatient())) {
      fixture.put("k", "v");
      node.freeze();
      assertReason(Reason.TIMEOUT, fixture.store().load("k"));
      node.thaw();
      fixture.get("k");

      assertEquals(List.of("done", "TIMEOUT", "done"), fixture.ended());
    }
  }

  @Test
  void endedWhenNothingIsSentThenToldWhy() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      assertReason(Reason.REFUSED, fixture.store().load("a key with blanks"));
      assertReason(Reason.TOO_LARGE, fixture.store().append("k", new byte[2 << 20]));

      assertEquals(List.of("REFUSED", "TOO_LARGE"), fixture.ended());
    }
  }
}
