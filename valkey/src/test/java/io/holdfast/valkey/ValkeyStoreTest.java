package io.holdfast.valkey;

import static io.holdfast.core.storage.NodeStoreKit.pairOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyMonitor;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The kit over a real server, and what only such a server does. */
@RequiresValkey
@Timeout(120)
final class ValkeyStoreTest extends NodeStoreKit {

  private final ValkeyProcess node = ValkeyProcess.start();
  private final Fixture fixture = new Fixture(node.port(), Fixture.settings());

  @AfterEach
  void close() {
    fixture.close();
    node.close();
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }

  @Test
  void appendWhenKeyIsThereThenBehindItWithItsTimeToLive() {
    await(store().store("k", bytes("one"), HOUR, WriteCondition.always()));

    assertTrue(await(store().append("k", bytes(",two"))));

    assertEquals("one,two", fixture.get("k"));
    assertTrue(node.ask("TTL k").startsWith(":3"), node.ask("TTL k"));
  }

  @Test
  void touchWhenTimeIsUnlimitedThenNoEnd() {
    await(store().store("k", bytes("one"), HOUR, WriteCondition.always()));

    assertTrue(await(store().touch("k", TimeToLive.UNLIMITED)));

    assertTrue(node.ask("TTL k").startsWith(":-1"));
    assertTrue(await(store().touch("k", TimeToLive.UNLIMITED)));
  }

  /** As after SCRIPT FLUSH of an operator, or a failover to a server that has never seen them. */
  @Test
  void storeWhenTheServerHasForgottenTheScriptsThenStored() {
    fixture.put("k", "one");
    long version = await(store().load("k")).version();
    assertTrue(node.ask("SCRIPT FLUSH").startsWith("+OK"));

    assertTrue(await(store().renewVersion("k")));
    assertTrue(
        !await(store().store("k", bytes("late"), HOUR, WriteCondition.ifVersion(version)))
            .isStored());

    assertEquals("one", fixture.get("k"));
  }

  @Test
  void storeThenReadWhenTheServerIsAskedThenByOneCommand() {
    fixture.put("r", "record");
    try (ValkeyMonitor monitor = ValkeyMonitor.of(node)) {
      await(lease(new ReadBehind("r", "r:a", null)));
      assertEquals("record", fixture.get("r"));

      Await.value("commands", () -> withoutPings(monitor), List.of("EVALSHA r:l", "GET r")::equals);
    }
  }

  @Test
  void loadPairIfChangedWhenLargeThenOneCommandComparesAndReads() {
    fixture.put("k", "one");
    KnownValue known = new KnownValue(versionOf("k"), 10_000, false);
    try (ValkeyMonitor monitor = ValkeyMonitor.of(node)) {
      assertEquals(
          new PairAnswer.Unchanged(known.version(), null),
          await(store().loadPairIfChanged("k", "k:a", known)));
      fixture.put("k", "two");
      PairAnswer.Read changed =
          assertInstanceOf(
              PairAnswer.Read.class, await(store().loadPairIfChanged("k", "k:a", known)));

      assertArrayEquals(bytes("two"), Objects.requireNonNull(changed.pair().value()).bytes());
      Await.value(
          "commands",
          () -> withoutPings(monitor),
          List.of("EVALSHA k", "SET k", "EVALSHA k")::equals);
    }
  }

  @Test
  void loadPairIfChangedWhenSmallThenAPlainRead() {
    fixture.put("k", "one");
    KnownValue known = new KnownValue(versionOf("k"), 1_000, false);
    try (ValkeyMonitor monitor = ValkeyMonitor.of(node)) {
      assertEquals(
          new PairAnswer.Unchanged(known.version(), null),
          await(store().loadPairIfChanged("k", "k:a", known)));

      Await.value("commands", () -> withoutPings(monitor), List.of("MGET k")::equals);
    }
  }

  @Test
  void storeThenReadWhenTheRecordIsKnownThenItIsNotSent() {
    fixture.put("r", "record");
    KnownValue known = new KnownValue(versionOf("r"), 10_000, false);
    ReadBehind behind = new ReadBehind("r", "r:a", known);

    await(lease(behind));

    assertEquals(new PairAnswer.Unchanged(versionOf("r"), null), await(behind.found()));
    assertTrue(known.version() != versionOf("r"));
  }

  /** What was read was read after the renewal, or who read it before could write it yet. */
  @Test
  void storeThenReadWhenTheServerHasForgottenTheScriptsThenTheReadIsBehindTheRenewal() {
    fixture.put("r", "record");
    assertTrue(node.ask("SCRIPT FLUSH").startsWith("+OK"));
    ReadBehind behind = new ReadBehind("r", "r:a", null);

    assertTrue(await(lease(behind)).isStored());

    assertEquals(versionOf("r"), Objects.requireNonNull(pairOf(behind).value()).version());
  }

  /** The renewal and the read are two commands, which leave together. */
  @Test
  void fencedWhenTheServerHasForgottenTheScriptsThenTheReadIsBehindTheRenewal() {
    fixture.put("r", "record");
    assertTrue(node.ask("SCRIPT FLUSH").startsWith("+OK"));

    StoredPair found = pairOf(await(ReadBehind.fenced(store(), "r", "r:a")));

    assertEquals(versionOf("r"), Objects.requireNonNull(found.value()).version());
  }

  /** A node without memory refuses a lease that another has: it writes nothing for that. */
  @Test
  void storeThenReadWhenAnotherHasTheLeaseAndThereIsNoMemoryThenConflict() {
    fixture.put("r:l", "another's");
    assertTrue(node.ask("CONFIG SET maxmemory 1").startsWith("+OK"));

    assertEquals(WriteResult.CONFLICT, await(lease(null)));
    assertReason(
        Reason.REFUSED,
        store().storeThenRead("s:l", bytes("v"), HOUR, WriteCondition.ifAbsent(), null));
  }

  private CompletableFuture<WriteResult> lease(@Nullable ReadBehind behind) {
    return store().storeThenRead("r:l", bytes("lease"), HOUR, WriteCondition.ifAbsent(), behind);
  }

  private long versionOf(String key) {
    return Objects.requireNonNull(await(store().load(key))).version();
  }

  private static List<String> withoutPings(ValkeyMonitor monitor) {
    return monitor.commands().stream().filter(command -> !command.equals("PING")).toList();
  }

  @Test
  void connectWhenTheServerWasRestartedThenConnectedAgainAndEmpty() {
    fixture.put("k", "v");

    node.kill();
    Await.until("the loss is seen", () -> fixture.events().size() == 2);
    node.startAgain();
    Await.until("it is back", () -> fixture.events().size() == 3);

    assertNull(fixture.get("k"));
    fixture.put("k", "again");
    assertEquals("again", fixture.get("k"));
  }

  @Test
  void storeWhenTheNodeStandsStillThenLostUntilItGoesOn() {
    fixture.close(); // of two, each would wait for the end of the other one's threads
    Duration timeout = Duration.ofMillis(500);
    try (Fixture hasty = new Fixture(node.port(), Fixture.settings(null, null, null, timeout))) {
      Await.until("it is connected", () -> !hasty.events().isEmpty());

      node.freeze();
      try {
        Await.until(
            "the loss is told",
            () -> {
              var unused = hasty.store().load("k").handle((value, failure) -> null).join();
              return hasty.events().stream().anyMatch(event -> !event.equals("connected"));
            });
      } finally {
        node.thaw();
      }

      Await.until(
          "it is back", () -> hasty.events().get(hasty.events().size() - 1).equals("connected"));
    }
  }

  @Test
  void figuresWhenAskedThenMemoryAndFlushes() {
    fixture.put("k", "v");
    assertTrue(node.ask("CONFIG SET maxmemory 100mb").startsWith("+OK"));
    assertTrue(node.ask("FLUSHALL").startsWith("+OK"));

    NodeFigures figures = await(store().figures());

    assertNotNull(figures);
    assertEquals(0, figures.evictions());
    assertEquals(100 << 20, figures.limitBytes());
    assertEquals(1, figures.flushes());
    assertTrue(figures.usedBytes() > 100_000);
  }

  /** A policy without a limit of memory evicts nothing. */
  @Test
  void figuresWhenThePolicyIsToEvictThenItIsNamed() {
    assertTrue(node.ask("CONFIG SET maxmemory-policy volatile-lru").startsWith("+OK"));
    assertNull(await(store().figures()).evictsBy());
    assertTrue(node.ask("CONFIG SET maxmemory 100mb").startsWith("+OK"));

    assertEquals("maxmemory-policy volatile-lru", await(store().figures()).evictsBy());
    assertTrue(node.ask("CONFIG SET maxmemory-policy noeviction").startsWith("+OK"));

    assertNull(await(store().figures()).evictsBy());
  }
}
