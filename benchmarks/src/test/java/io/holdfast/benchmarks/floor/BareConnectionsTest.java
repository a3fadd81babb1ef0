package io.holdfast.benchmarks.floor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The commands of bare clients, sent to a real memcached where there is one. */
class BareConnectionsTest {

  private static final int USER = 8;
  private static final String RECORD = "record8";

  private final MemcachedNode first = MemcachedNodes.start();
  private final MemcachedNode second = MemcachedNodes.start();
  private final List<Integer> ports = List.of(first.port(), second.port());
  private final ExecutorService request = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    request.shutdownNow();
    first.close();
    second.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "SHARED"})
  void performWhenItIsAReadThenBothNodesAreAskedForRecordAndAccessKey(Way way) throws IOException {
    try (BareConnections connections = way.connect(ports)) {
      UserCommands commands = connections.of(USER);
      Step.CHANGE_COPIED.perform(commands);
      long gets = gets(first);
      long hits = hits(first) + hits(second);

      Step.READ.perform(commands);

      assertEquals(gets + 2, gets(first));
      assertEquals(gets + 2, gets(second));
      assertEquals(hits + 2, hits(first) + hits(second));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "SHARED"})
  void performWhenItIsAWriteThenTheFirstNodeAloneHasTheRecord(Way way) throws IOException {
    try (BareConnections connections = way.connect(ports)) {
      Step.WRITE.perform(connections.of(USER));

      byte[] stored = first.probe().get(RECORD);
      assertNotNull(stored);
      assertEquals(UserCommands.RECORD_BYTES, stored.length);
      assertNull(second.probe().get(RECORD));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "SHARED"})
  void performWhenTheCopyIsWaitedForThenBothNodesHaveTheRecord(Way way) throws IOException {
    try (BareConnections connections = way.connect(ports)) {
      Step.CHANGE_COPIED.perform(connections.of(USER));

      assertEquals(List.of(RECORD), first.probe().keys());
      assertEquals(List.of(RECORD), second.probe().keys());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "SHARED"})
  void performWhenChangesAreLeasedThenEachHasALeaseOnBothNodesAndGivesItBack(Way way)
      throws IOException {
    try (BareConnections connections = way.connect(ports)) {
      UserCommands commands = connections.of(USER);

      Step.CHANGE_LEASED.perform(commands);
      Step.CHANGE_LEASED.perform(commands);
      Step.READ.perform(commands); // comes after the release on each connection

      assertEquals(2, stat(first, "delete_hits"));
      assertEquals(2, stat(second, "delete_hits"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "SHARED"})
  void performWhenTheSecondNodeIsFrozenThenACopyDoesNotWaitButItsAnswerAndAReadAreWaitedFor(Way way)
      throws Exception {
    try (BareConnections connections = way.connect(ports)) {
      UserCommands commands = connections.of(USER);
      CountDownLatch sent = new CountDownLatch(1);
      second.freeze();
      Future<?> copied =
          inBackground(
              () -> {
                commands.copy();
                sent.countDown();
                commands.awaitCopy();
              });
      assertTrue(sent.await(10, TimeUnit.SECONDS));
      assertFalse(copied.isDone());
      second.thaw();
      copied.get(10, TimeUnit.SECONDS);

      second.freeze();
      long gets = gets(first);
      Future<?> read = inBackground(commands::read);
      Await.until("the first node has answered", () -> gets(first) == gets + 2);
      assertFalse(read.isDone());
      second.thaw();
      read.get(10, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "SHARED"})
  void performWhenANodeHasGoneThenThrows(Way way) throws Exception {
    try (BareConnections connections = way.connect(ports)) {
      UserCommands commands = connections.of(USER);
      second.freeze();
      Future<?> read = inBackground(commands::read);
      Await.until("the first node has answered", () -> gets(first) == 2);

      second.kill();

      assertThrows(ExecutionException.class, () -> read.get(10, TimeUnit.SECONDS));
      assertThrows(IOException.class, commands::read);
    }
  }

  @Test
  void performWhenItIsAProcessThenItCountsWhatItHasSent() throws IOException {
    try (BareProcess client = new BareProcess(Jdk.running(), Way.SHARED, 3, ports)) {
      client.perform(Step.READ, Duration.ofMillis(1));
      long sets = sets();

      Turn turn = write(client);

      assertEquals(sets + turn.operations(), sets());
      // The kernel counts in ticks of 10 ms; a short turn may get none.
      Await.value(
          "a turn that has taken processor time",
          () -> write(client),
          each -> each.cpuMicros() > 0);
    }
  }

  private static Turn write(BareProcess client) {
    try {
      return client.perform(Step.WRITE, Duration.ofMillis(20));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Action {
    void perform() throws IOException;
  }

  private Future<?> inBackground(Action action) {
    return request.submit(
        () -> {
          action.perform();
          return true;
        });
  }

  private static long gets(MemcachedNode node) {
    return stat(node, "cmd_get");
  }

  private static long hits(MemcachedNode node) {
    return stat(node, "get_hits");
  }

  private long sets() {
    return stat(first, "cmd_set") + stat(second, "cmd_set");
  }

  private static long stat(MemcachedNode node, String name) {
    return Long.parseLong(node.probe().stats().getOrDefault(name, "0"));
  }
}
