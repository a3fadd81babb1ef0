package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.ChunkManifest;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit with values in parts, and what becomes of the parts. */
final class ChunkedStoreTest extends NodeStoreKit {

  private static final int PART = 1_000;
  private static final ChunkLimits LIMITS = new ChunkLimits(PART, 1_000_000, 4 * PART);

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final FaultyStore node = new FaultyStore("n1", clock);
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final ChunkedStore store = parted();

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  @ParameterizedTest
  @ValueSource(ints = {PART + 1, 2 * PART - 1, 2 * PART, 2 * PART + 1, 20 * PART, 999_999})
  void storeWhenAboveAPartThenInPartsAndReadBackWhole(int size) {
    byte[] value = random(size);

    put(value);

    assertArrayEquals(value, load().bytes());
    assertEquals(1 + (size + PART - 1) / PART, node.keys().size());
  }

  @Test
  void storeWhenOfOnePartThenAsItIs() {
    put(random(PART));

    assertEquals(Set.of("k"), node.keys());
  }

  @Test
  void storeWhenAboveTheLimitThenTooLargeAndNothingIsSent() {
    var result = write(random(1_000_001), WriteCondition.always());

    assertReason(Reason.TOO_LARGE, result);
    assertEquals(List.of(), node.operations());
  }

  @Test
  void storeWhenItReplacesPartsThenOnlyItsOwnAreLeft() {
    put(random(5 * PART));

    put(random(3 * PART));

    assertEquals(1 + 3, node.keys().size());
  }

  @Test
  void storeWhenSmallAndItReplacesPartsThenNoneAreLeft() {
    put(random(5 * PART));

    put(random(10));

    assertEquals(Set.of("k"), node.keys());
  }

  @Test
  void storeWhenAnotherTomcatWroteTheReplacedPartsAndTheyWereReadThenNoneAreLeft() {
    put(random(5 * PART));
    ChunkedStore other = parted();
    await(other.load("k"));

    await(other.store("k", new byte[10], HOUR, WriteCondition.always()));

    assertEquals(Set.of("k"), node.keys());
  }

  @Test
  void storeWhenOverOnConditionThenHeadAndPartsAreGone() {
    put(random(5 * PART));

    var result =
        store.store("k", new byte[0], TimeToLive.OVER, WriteCondition.ifVersion(load().version()));

    assertTrue(await(result).isStored());
    assertEquals(Set.of(), node.keys());
  }

  @Test
  void storeWhenConditionFailsThenItsPartsAreGoneAndTheWinnerIsWhole() {
    byte[] winner = random(5 * PART);
    put(winner);

    var result = write(random(7 * PART), WriteCondition.ifAbsent());

    assertFalse(await(result).isStored());
    assertArrayEquals(winner, load().bytes());
    assertEquals(1 + 5, node.keys().size());
  }

  @Test
  void storeWhenTwoCrossThenTheFirstToWriteItsHeadWins() {
    put(random(2 * PART));
    long version = load().version();
    byte[] theirs = random(3 * PART);
    AtomicInteger writes = new AtomicInteger();
    node.onStore(
        () -> {
          if (writes.incrementAndGet() == 5) { // four parts, then the head
            await(parted().store("k", theirs, HOUR, WriteCondition.ifVersion(version)));
          }
        });

    var mine = write(random(4 * PART), WriteCondition.ifVersion(version));

    assertFalse(await(mine).isStored());
    assertArrayEquals(theirs, load().bytes());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void storeWhenTheWriterDiesHalfwayThenTheFormerValueIsWhole(int writesBefore) {
    byte[] former = random(3 * PART);
    put(former);
    AtomicInteger writes = new AtomicInteger();
    node.onStore(
        () -> {
          if (writes.incrementAndGet() == writesBefore) {
            node.failWith(Reason.UNAVAILABLE);
          }
        });

    assertReason(Reason.UNAVAILABLE, write(random(5 * PART), WriteCondition.always()));

    node.heal();
    assertArrayEquals(former, bytesIn(parted().load("k")));
  }

  @Test
  void storeWhenAPartIsRefusedThenThePartsThatWereWrittenAreGone() {
    AtomicInteger writes = new AtomicInteger();
    node.onStore(
        () -> {
          if (writes.incrementAndGet() == 3) {
            node.failWith(Reason.REFUSED);
          } else {
            node.heal();
          }
        });

    assertReason(Reason.REFUSED, write(random(5 * PART), WriteCondition.always()));

    node.heal();
    put(new byte[1]); // an answer, after which what was refused is tried again
    assertEquals(Set.of("k"), node.keys());
  }

  @Test
  void storeWhenTheHeadIsNotAnsweredThenItsPartsStayForIt() {
    byte[] value = random(3 * PART);
    AtomicInteger writes = new AtomicInteger();
    node.onStore(
        () -> {
          if (writes.incrementAndGet() == 4) {
            node.freeze();
          }
        });
    var late = write(value, WriteCondition.always());
    node.timeOut();
    assertReason(Reason.TIMEOUT, late);

    node.thaw();

    assertArrayEquals(value, load().bytes());
  }

  @Test
  void loadWhenAPartIsMissingThenTheHeadIsGivenAndItCounts() {
    put(random(3 * PART));
    long version = load().version();
    await(node.delete(aPart()));

    StoredValue torn = load();

    assertTrue(ChunkManifest.isHead(torn.bytes()));
    assertEquals(version, torn.version());
    assertEquals(1, metrics.get(Metric.LOADS_INCOMPLETE));
  }

  @Test
  void loadWhenAPartIsShorterThenTheHeadIsGiven() {
    put(random(3 * PART));
    await(node.store(aPart(), new byte[PART - 1], HOUR, WriteCondition.always()));

    assertTrue(ChunkManifest.isHead(load().bytes()));
  }

  @Test
  void loadWhenAPartIsAnotherThenTheHeadIsGiven() {
    put(random(3 * PART));
    await(node.store(aPart(), random(PART), HOUR, WriteCondition.always()));

    assertTrue(ChunkManifest.isHead(load().bytes()));
  }

  @Test
  void storeWhenWhatWasTornIsReplacedThenWholeAgain() {
    put(random(3 * PART));
    await(node.delete(aPart()));
    byte[] value = random(2 * PART);

    var result = write(value, WriteCondition.ifVersion(load().version()));

    assertTrue(await(result).isStored());
    assertArrayEquals(value, load().bytes());
    assertEquals(1 + 2, node.keys().size());
  }

  @Test
  void loadWhenReplacedWhileItIsReadThenTheNewValueIsRead() {
    put(random(3 * PART));
    byte[] next = random(4 * PART);
    whenTheFirstPartIsRead(() -> put(next));

    byte[] read = load().bytes();

    assertArrayEquals(next, read);
    assertEquals(0, metrics.get(Metric.LOADS_INCOMPLETE));
  }

  @Test
  void loadWhenReplacedAgainAndAgainWhileItIsReadThenNobodyKnows() {
    put(random(3 * PART));
    AtomicInteger reads = new AtomicInteger();
    node.onLoad(
        () -> {
          if (reads.incrementAndGet() % 3 == 2) { // head, parts, and the head again
            put(random(2 * PART));
          }
        });

    assertReason(Reason.BUSY, store.load("k"));
  }

  @Test
  void loadWhenDeletedWhileItIsReadThenNull() {
    put(random(3 * PART));
    whenTheFirstPartIsRead(() -> await(store.delete("k")));

    assertNull(await(store.load("k")));
  }

  @Test
  void loadWhenTheWholeIsAboveTheLimitThenTheHeadIsGivenAndNoPartIsAsked() {
    put(random(50 * PART));
    ChunkedStore modest =
        new ChunkedStore(
            "n1", node, new ChunkLimits(PART, 49 * PART, PART), new Random(7), metrics);
    node.clearOperations();

    StoredValue found = await(modest.load("k"));

    assertNotNull(found);
    assertTrue(ChunkManifest.isHead(found.bytes()));
    assertEquals(List.of("load k"), node.operations());
  }

  @Test
  void loadPairIfChangedWhenInPartsThenTheyAreReadSoThatNoneIsEvictedUnnoticed() {
    put(random(3 * PART));
    long known = load().version();

    StoredPair whole = readIfChanged(store, known);
    var unused = await(node.delete(aPart()));
    StoredPair incomplete = readIfChanged(store, known);

    assertArrayEquals(random(3 * PART), Objects.requireNonNull(whole.value()).bytes());
    assertTrue(ChunkManifest.isHead(Objects.requireNonNull(incomplete.value()).bytes()));
    assertEquals(1, metrics.get(Metric.LOADS_INCOMPLETE));
  }

  @Test
  void loadPairIfChangedWhenSmallAndReplacedByPartsThenTold() {
    put(random(10));
    long known = load().version();
    await(parted().store("k", random(3 * PART), HOUR, WriteCondition.always()));

    assertEquals(
        new PairAnswer.Changed(),
        await(store.loadPairIfChanged("k", "k:a", new KnownValue(known, 10_000, false))));
  }

  @Test
  void loadPairIfChangedWhenSmallThenTheNodeComparesVersions() {
    put(random(10));
    long known = load().version();
    node.clearOperations();

    PairAnswer answer =
        await(store.loadPairIfChanged("k", "k:a", new KnownValue(known, 10_000, false)));

    assertEquals(new PairAnswer.Unchanged(known, null), answer);
    assertEquals(List.of("compare k", "load k:a"), node.operations());
  }

  /** The manifest of a value may be forgotten if another place knows its version. */
  @Test
  void loadPairIfChangedWhenManifestsAreForgottenThenAllIsRead() {
    put(random(3 * PART));
    long known = load().version();
    for (int i = 0; i <= 10_000; i++) {
      await(store.store("m" + i, random(PART + 1), HOUR, WriteCondition.always()));
    }

    assertArrayEquals(
        random(3 * PART), Objects.requireNonNull(readIfChanged(store, known).value()).bytes());
  }

  private static StoredPair readIfChanged(ChunkedStore store, long known) {
    PairAnswer answer =
        await(store.loadPairIfChanged("k", "k:a", new KnownValue(known, 10_000, false)));
    return assertInstanceOf(PairAnswer.Read.class, answer).pair();
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "UNAVAILABLE", "REFUSED"})
  void loadWhenAPartIsNotAnsweredThenNobodyKnows(Reason reason) {
    put(random(3 * PART));
    whenTheFirstPartIsRead(() -> node.failWith(reason));

    assertReason(reason, store.load("k"));
  }

  @Test
  void loadWhenInPartsThenSoManyAtOnceAsTheLimitSays() {
    put(random(9 * PART));
    node.clearOperations();
    whenTheFirstPartIsRead(node::freeze);
    CompletableFuture<@Nullable StoredValue> reading = store.load("k");

    assertEquals(1 + 4, node.operations().size());
    node.thaw();

    assertNotNull(await(reading));
    assertEquals(1 + 9, node.operations().size());
  }

  @Test
  void touchWhenInPartsThenTheyLiveAsLongAsTheHeadAndLonger() {
    put(random(3 * PART));
    elapse(Duration.ofMinutes(50));

    assertTrue(await(store.touch("k", HOUR)));
    elapse(Duration.ofSeconds(3599));

    assertEquals(3 * PART, load().bytes().length);
    Set<@Nullable Instant> expiries =
        parts().stream().map(node::expiryOf).collect(Collectors.toSet());
    Instant head = node.expiryOf("k");
    assertNotNull(head);
    assertEquals(Set.of(head.plusSeconds(60)), expiries);
  }

  @Test
  void touchWhenReadByAnotherTomcatThenItsPartsLiveLongerToo() {
    put(random(3 * PART));
    ChunkedStore other = parted();
    await(other.load("k"));
    elapse(Duration.ofMinutes(50));

    assertTrue(await(other.touch("k", HOUR)));
    elapse(Duration.ofMinutes(50));

    assertEquals(3 * PART, load().bytes().length);
  }

  @Test
  void touchWhenAPartIsMissingThenNotThere() {
    put(random(3 * PART));
    await(node.delete(aPart()));

    assertFalse(await(store.touch("k", HOUR)));
  }

  @Test
  void touchWhenNeverInPartsThenOneOperation() {
    put(random(10));
    node.clearOperations();

    await(store.touch("k", HOUR));

    assertEquals(List.of("touch k"), node.operations());
  }

  @Test
  void touchWhenMoreWereSeenThanAreRememberedThenTheNodeIsAsked() {
    put(random(3 * PART));
    for (int i = 0; i < 10_000; i++) {
      await(store.store("k" + i, new byte[PART + 1], HOUR, WriteCondition.always()));
    }
    elapse(Duration.ofMinutes(50));

    assertTrue(await(store.touch("k", HOUR)));
    elapse(Duration.ofMinutes(50));

    assertEquals(3 * PART, load().bytes().length);
  }

  @Test
  void deleteWhenInPartsThenNothingIsLeft() {
    put(random(3 * PART));

    assertTrue(await(store.delete("k")));

    assertEquals(Set.of(), node.keys());
  }

  @Test
  void renewVersionWhenInPartsThenOnlyWhoReadsItAfterwardsCanReplaceIt() {
    put(random(3 * PART));
    long before = load().version();

    await(store.renewVersion("k"));

    assertNotEquals(before, load().version());
    assertFalse(await(write(random(2 * PART), WriteCondition.ifVersion(before))).isStored());
    assertEquals(3 * PART, load().bytes().length);
  }

  @Test
  void storeWhenTheKeyLeavesNoRoomForPartsThenRefused() {
    var result = store.store("x".repeat(241), random(2 * PART), HOUR, WriteCondition.always());

    assertReason(Reason.REFUSED, result);
    assertEquals(Set.of(), node.keys());
  }

  private ChunkedStore parted() {
    return new ChunkedStore("n1", node, LIMITS, new Random(1), metrics);
  }

  /** The first read from now on is the head's, the second the first part's. */
  private void whenTheFirstPartIsRead(Runnable event) {
    AtomicInteger reads = new AtomicInteger();
    node.onLoad(
        () -> {
          if (reads.incrementAndGet() == 2) {
            event.run();
          }
        });
  }

  private CompletableFuture<WriteResult> write(byte[] value, WriteCondition condition) {
    return store.store("k", value, HOUR, condition);
  }

  private void put(byte[] value) {
    assertTrue(await(write(value, WriteCondition.always())).isStored());
  }

  private StoredValue load() {
    StoredValue value = await(store.load("k"));
    assertNotNull(value);
    return value;
  }

  private static byte @Nullable [] bytesIn(CompletableFuture<@Nullable StoredValue> load) {
    StoredValue value = await(load);
    return value == null ? null : value.bytes();
  }

  private Set<String> parts() {
    return node.keys().stream().filter(key -> !key.equals("k")).collect(Collectors.toSet());
  }

  private String aPart() {
    return parts().iterator().next();
  }

  private static byte[] random(int size) {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);
    return value;
  }
}
