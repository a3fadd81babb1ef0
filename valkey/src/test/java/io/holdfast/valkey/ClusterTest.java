package io.holdfast.valkey;

import static io.holdfast.core.storage.NodeStoreKit.await;
import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static io.holdfast.core.storage.NodeStoreKit.loadPair;
import static io.holdfast.core.storage.NodeStoreKit.pairOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyClusterProcesses;
import io.holdfast.testkit.valkey.ValkeyMonitor;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of three primaries, all real: slots move, a primary is lost. */
@RequiresValkey
@Timeout(180)
final class ClusterTest {

  private static final Duration FAILOVER = Duration.ofSeconds(60);
  private static final TimeToLive HOUR = new TimeToLive(3_600);
  private static final int KEYS = 60;

  private static Fixture fixture(ValkeyClusterProcesses cluster, int copy) {
    return new Fixture(
        ClusterMapTest.copy(copy, cluster.servers().get(0).port()), Fixture.settings());
  }

  private static int keysOf(ValkeyProcess server) {
    return Integer.parseInt(server.ask("DBSIZE").strip().substring(1));
  }

  @Test
  void storeWhenThereAreThreePrimariesThenEachHasAPartAndTheCopiesLieApart() {
    try (ValkeyClusterProcesses cluster = ValkeyClusterProcesses.start(3, false);
        Fixture first = fixture(cluster, 1);
        Fixture second = fixture(cluster, 2)) {
      IntStream.range(0, KEYS).forEach(i -> first.put("k" + i, "v" + i));
      for (ValkeyProcess each : cluster.servers()) {
        assertTrue(keysOf(each) > 0, each.ask("DBSIZE"));
      }
      IntStream.range(0, KEYS).forEach(i -> second.put("k" + i, "w" + i));
      IntStream.range(0, KEYS).forEach(i -> first.put("k%d:a".formatted(i), "note"));

      for (int i = 0; i < KEYS; i++) {
        StoredPair both = loadPair(first.store(), "k" + i, "k%d:a".formatted(i));
        assertNotNull(both.value());
        assertNotNull(both.beside());
        assertEquals("w" + i, second.get("k" + i));
        assertTrue(
            cluster.ownerOf(new Slots(ClusterMapTest.copy(1, 1)).of("k" + i))
                != cluster.ownerOf(new Slots(ClusterMapTest.copy(2, 1)).of("k" + i)));
      }
      first.store().close(); // a fixture expects that no thread is left
    }
  }

  /** Each operation while its slot moves: before, between and after its keys have moved. */
  @Test
  void storeWhenASlotMovesThenNothingIsLost() {
    String key = "k";
    int slot = new Slots(ClusterMapTest.copy(1, 1)).of(key);
    try (ValkeyClusterProcesses cluster = ValkeyClusterProcesses.start(3, false);
        Fixture fixture = fixture(cluster, 1)) {
      int to = (cluster.ownerOf(slot) + 1) % 3;
      fixture.put(key, "v0");
      fixture.put(key + ":a", "note");

      cluster.beginToMove(slot, to);
      replace(fixture, key, "v1");
      cluster.moveKeys(slot, to, 1);
      StoredPair both = loadPair(fixture.store(), key, key + ":a"); // one is here, one there
      assertNotNull(both.value());
      assertNotNull(both.beside());
      ReadBehind behind = new ReadBehind(key, key + ":a", null);
      assertTrue(isStored(lease(fixture, key, behind)));
      assertNotNull(pairOf(behind).value());
      assertNotNull(pairOf(behind).beside());
      cluster.moveKeys(slot, to, 100);
      assertTrue(cluster.servers().get(to).ask("SCRIPT FLUSH").startsWith("+OK"));
      String large = "v".repeat(300_000); // more than a connection's buffer holds
      replace(fixture, key, large);
      assertEquals(large, fixture.get(key));
      replace(fixture, key, "v2");
      assertTrue(await(fixture.store().renewVersion(key)));
      cluster.endToMove(slot, to);
      replace(fixture, key, "v3");

      assertEquals("v3", fixture.get(key));
      fixture.awaitConnected();
      assertEquals("connected", String.join(",", fixture.events()));
      assertEquals(3, keysOf(cluster.servers().get(to)));
    }
  }

  private static boolean isStored(CompletableFuture<WriteResult> lease) {
    return await(lease).isStored();
  }

  private static CompletableFuture<WriteResult> lease(
      Fixture fixture, String key, ReadBehind behind) {
    return fixture
        .store()
        .storeThenRead(key + ":l", bytes("lease"), HOUR, WriteCondition.ifAbsent(), behind);
  }

  /** A record, its note of use and its lease lie in one slot. */
  @Test
  void storeThenReadWhenThereAreThreePrimariesThenByOneCommand() {
    try (ValkeyClusterProcesses cluster = ValkeyClusterProcesses.start(3, false);
        Fixture fixture = fixture(cluster, 1)) {
      fixture.put("k", "record");
      int owner = cluster.ownerOf(new Slots(ClusterMapTest.copy(1, 1)).of("k"));
      try (ValkeyMonitor monitor = ValkeyMonitor.of(cluster.servers().get(owner))) {
        ReadBehind behind = new ReadBehind("k", "k:a", null);
        assertTrue(isStored(lease(fixture, "k", behind)));
        assertNotNull(pairOf(behind).value());
        assertEquals("record", fixture.get("k"));

        Await.value(
            "commands",
            () ->
                monitor.commands().stream()
                    .filter(command -> command.contains("}k"))
                    .map(command -> command.replaceFirst(" .*", ""))
                    .toList(),
            List.of("EVALSHA", "GET")::equals);
      }
    }
  }

  private static void replace(Fixture fixture, String key, String value) {
    StoredValue before = await(fixture.store().load(key));
    assertNotNull(before);
    assertTrue(
        await(
                fixture
                    .store()
                    .store(key, bytes(value), HOUR, WriteCondition.ifVersion(before.version())))
            .isStored());
  }

  @Test
  void storeWhenAPrimaryIsKilledThenAtItsReplica() {
    try (ValkeyClusterProcesses cluster = ValkeyClusterProcesses.start(3, true);
        Fixture fixture = fixture(cluster, 1)) {
      IntStream.range(0, KEYS).forEach(i -> fixture.put("k" + i, "v" + i));
      cluster.awaitReplicated();

      cluster.servers().get(1).kill();
      for (int i = 0; i < KEYS; i++) {
        String key = "k" + i;
        String value = "v" + i;
        Await.until("it is served again", FAILOVER, () -> isReplaced(fixture, key, value));
      }
      Await.until(
          "the change is told",
          FAILOVER,
          () -> {
            List<String> events = fixture.events();
            return events.stream().anyMatch(event -> event.endsWith("has lost its slots"))
                && events.get(events.size() - 1).equals("connected");
          });
    }
  }

  /**
   * Whether the value is there, or the new one after a write with an unknown outcome, and is
   * replaced.
   */
  private static boolean isReplaced(Fixture fixture, String key, String value) {
    try {
      StoredValue before = fixture.store().load(key).join();
      assertNotNull(before);
      String text = new String(before.bytes(), StandardCharsets.UTF_8);
      assertTrue(text.equals(value) || text.equals("w"), text);
      WriteCondition unchanged = WriteCondition.ifVersion(before.version());
      return fixture.store().store(key, bytes("w"), HOUR, unchanged).join().isStored();
    } catch (CompletionException e) {
      assertTrue(e.getCause() instanceof StoreException, String.valueOf(e));
      return false;
    }
  }
}
