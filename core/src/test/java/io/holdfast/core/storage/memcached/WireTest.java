package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One connection on which many write at once, more than it takes at a time. */
@Timeout(120)
final class WireTest {

  private static final int SENDERS = 8;
  private static final int ROUNDS = 20;
  private static final int AT_ONCE = 10;
  private static final int LARGE = 90_000;
  private static final int LINKS = 100;

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void sendWhenManyThreadsSendLargeAndSmallThenEachGetsItsOwn(Protocol protocol) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol))) {
      fixture.get("warm"); // what is asked before there is a connection has no order
      List<Callable<Integer>> senders = new ArrayList<>();
      for (int sender = 0; sender < SENDERS; sender++) {
        int seed = sender;
        senders.add(() -> sendAndCheck(fixture.store(), seed));
      }

      for (Future<Integer> sent : threads.invokeAll(senders)) {
        assertEquals(ROUNDS * AT_ONCE, sent.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The thread that reads sends, too: what it sends while it reads must leave all the same. */
  @Test
  void sendWhenAnAnswerMakesSomebodySendThenThatIsAnsweredToo() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");
      CompletableFuture<WriteResult> last = CompletableFuture.completedFuture(WriteResult.STORED);
      for (int i = 0; i < LINKS; i++) {
        byte[] value = {(byte) i};
        last =
            last.thenCompose(
                before ->
                    fixture
                        .store()
                        .store("k", value, TimeToLive.UNLIMITED, WriteCondition.always()));
      }

      assertTrue(NodeStoreKit.await(last).isStored());
      assertEquals(String.valueOf((char) (LINKS - 1)), fixture.get("k"));
    }
  }

  @Test
  void sendWhenTheSenderIsInterruptedThenTheConnectionStays() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");

      Thread.currentThread().interrupt();
      CompletableFuture<StoredValue> read = fixture.store().load("k");
      boolean wasInterrupted = Thread.interrupted();

      assertTrue(wasInterrupted);
      assertNotNull(NodeStoreKit.await(read));
      assertEquals("v", fixture.get("k"));
      Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
    }
  }

  @Test
  void sendWhenOperationsLeaveTogetherThenNoneLeavesBeforeTheLastAndAllAreAnswered() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v"); // and by its answer the thread that reads is not at work any more
      Await.until("nobody writes", () -> !isSentAtOnce(fixture, node));

      List<CompletableFuture<WriteResult>> writes =
          fixture
              .store()
              .together(
                  () -> {
                    List<CompletableFuture<WriteResult>> all =
                        List.of(put(fixture, "a"), put(fixture, "b"));
                    assertEquals(List.of(), seen(node, List.of("a", "b")));
                    return all;
                  });

      writes.forEach(write -> assertTrue(NodeStoreKit.await(write).isStored()));
      assertEquals(List.of("a", "b"), seen(node, List.of("a", "b")));
    }
  }

  /** An operation that fails at once must not keep back those of others. */
  @Test
  void sendWhenWhatLeavesTogetherFailsThenOthersAreSent() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");

      assertThrows(
          IllegalStateException.class,
          () ->
              fixture
                  .store()
                  .together(
                      () -> {
                        throw new IllegalStateException("as asked");
                      }));

      assertEquals("v", fixture.get("k"));
    }
  }

  /**
   * Whether an operation left although it was to be kept back, as it does while another thread
   * writes.
   */
  private static boolean isSentAtOnce(StoreFixture fixture, MemcachedNode node) {
    return fixture
        .store()
        .together(
            () -> {
              var unused = put(fixture, "probe");
              boolean isThere = !seen(node, List.of("probe")).isEmpty();
              var unusedToo = fixture.store().delete("probe");
              return isThere;
            });
  }

  private static CompletableFuture<WriteResult> put(StoreFixture fixture, String key) {
    return fixture
        .store()
        .store(key, new byte[] {1}, TimeToLive.UNLIMITED, WriteCondition.always());
  }

  /** Which of these keys the node has, asked often enough for a write that left to arrive. */
  private static List<String> seen(MemcachedNode node, List<String> keys) {
    List<String> there = List.of();
    for (int round = 0; round < LINKS && there.isEmpty(); round++) {
      there = keys.stream().filter(key -> node.probe().get(key) != null).toList();
    }
    return there;
  }

  private static int sendAndCheck(MemcachedStore store, int seed) {
    Random random = new Random(seed);
    int checked = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<byte[]> values = new ArrayList<>();
      List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
      List<CompletableFuture<StoredValue>> reads = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        byte[] value = new byte[random.nextBoolean() ? 1 + random.nextInt(100) : LARGE];
        random.nextBytes(value);
        String key = seed + "-" + i;
        values.add(value);
        writes.add(store.store(key, value, TimeToLive.UNLIMITED, WriteCondition.always()));
        reads.add(store.load(key));
      }
      for (int i = 0; i < AT_ONCE; i++) {
        assertTrue(NodeStoreKit.await(writes.get(i)).isStored());
        StoredValue found = NodeStoreKit.await(reads.get(i));
        assertNotNull(found);
        assertArrayEquals(values.get(i), found.bytes());
        checked++;
      }
    }
    return checked;
  }
}
