package io.holdfast.sessions.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.record.AccessCodec;
import io.holdfast.core.record.AccessRecord;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.InMemoryStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.explore.ForwardingStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StickyRepositoryTest {

  /** Belongs on n2, then n1, then n3. */
  private static final SessionId ID = new SessionId("a.tomcat1");

  private static final TimeToLive HOUR = new TimeToLive(3_600);
  private static final int MAX_SIZE = 1_000;

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final InMemoryStore n1 = new InMemoryStore("n1", clock);
  private final InMemoryStore n2 = new InMemoryStore("n2", clock);
  private final InMemoryStore n3 = new InMemoryStore("n3", clock);
  private final Set<String> lost = new HashSet<>();
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final RecordCodec codec = new RecordCodec("test");
  private final StickyRepository repository = repository(1, n1, n2, n3);

  // ---- save ----

  @Test
  void saveWhenTheFirstNodeTakesItThenNoOtherIsAsked() {
    SaveResult result = repository.save(snapshot(1, "x"), HOUR).join();

    assertEquals(List.of("n2"), assertInstanceOf(SaveResult.Stored.class, result).nodeIds());
    assertEquals(List.of("store a"), n2.operations());
    assertEquals(List.of(), n1.operations());
    assertEquals(List.of(), n3.operations());
  }

  @Test
  void saveWhenTheFirstFailsThenTheNextTakesIt() {
    n2.failWith(Reason.TIMEOUT);
    n1.failWith(Reason.REFUSED);

    SaveResult result = repository.save(snapshot(1, "x"), HOUR).join();

    assertEquals(List.of("n3"), assertInstanceOf(SaveResult.Stored.class, result).nodeIds());
  }

  @Test
  void saveWhenTwoCopiesThenTwoNodesSideBySide() {
    n2.freeze();

    var saving = repository(2, n1, n2, n3).save(snapshot(1, "x"), HOUR);

    assertEquals(Set.of("a"), n1.keys());
    assertFalse(saving.isDone());
    n2.thaw();
    assertEquals(
        Set.of("n1", "n2"),
        Set.copyOf(assertInstanceOf(SaveResult.Stored.class, saving.join()).nodeIds()));
    assertEquals(List.of(), n3.operations());
  }

  @Test
  void saveWhenOneOfTwoCopiesFailsThenTheThirdNodeStandsIn() {
    n2.failWith(Reason.TIMEOUT);

    SaveResult result = repository(2, n1, n2, n3).save(snapshot(1, "x"), HOUR).join();

    assertEquals(List.of("n1", "n3"), assertInstanceOf(SaveResult.Stored.class, result).nodeIds());
  }

  @Test
  void saveWhenNobodyTakesItThenFailed() {
    for (InMemoryStore node : List.of(n1, n2, n3)) {
      node.failWith(Reason.UNAVAILABLE);
    }

    SaveResult result = repository.save(snapshot(1, "x"), HOUR).join();

    assertInstanceOf(SaveResult.Failed.class, result);
    assertEquals(1, metrics.get(Metric.BACKUPS_FAILED));
  }

  @Test
  void saveWhenAboveTheLimitThenNothingIsSent() {
    SaveResult result = repository.save(snapshot(1, "x".repeat(MAX_SIZE)), HOUR).join();

    assertTrue(assertInstanceOf(SaveResult.TooLarge.class, result).bytes() > MAX_SIZE);
    assertEquals(List.of(), n2.operations());
    assertEquals(1, metrics.get(Metric.RECORDS_TOO_LARGE));
  }

  @Test
  void saveWhenANodeFindsItTooLargeThenAnotherTakesIt() {
    n2.failWith(Reason.TOO_LARGE);

    SaveResult result = repository.save(snapshot(1, "x"), HOUR).join();

    assertEquals(1, assertInstanceOf(SaveResult.Stored.class, result).nodeIds().size());
    assertEquals(0, metrics.get(Metric.RECORDS_TOO_LARGE));
  }

  @Test
  void saveWhenEachNodeFindsItTooLargeThenItIsTooLarge() {
    for (InMemoryStore node : List.of(n1, n2, n3)) {
      node.failWith(Reason.TOO_LARGE);
    }

    SaveResult result = repository.save(snapshot(1, "x"), HOUR).join();

    assertInstanceOf(SaveResult.TooLarge.class, result);
    assertEquals(1, metrics.get(Metric.RECORDS_TOO_LARGE));
  }

  @Test
  void saveWhenANodeFindsItTooLargeAndTheOthersDoNotAnswerThenItIsTriedAgain() {
    n2.failWith(Reason.TOO_LARGE);
    n1.failWith(Reason.TIMEOUT);
    n3.failWith(Reason.TIMEOUT);

    SaveResult result = repository.save(snapshot(1, "x"), HOUR).join();

    assertInstanceOf(SaveResult.Failed.class, result);
  }

  // ---- load ----

  @Test
  void loadWhenANodeReturnedWithAnOldCopyThenTheNewerIsBelieved() {
    put(n2, snapshot(3, "old"));
    put(n1, snapshot(4, "new"));

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(snapshot(4, "new"), found.snapshot());
    assertEquals(List.of("n1"), found.nodeIds());
  }

  @Test
  void loadWhenTwoNodesHoldTheSameRecordThenBothAreNamed() {
    put(n2, snapshot(3, "x"));
    put(n1, snapshot(3, "x"));

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(Set.of("n1", "n2"), Set.copyOf(found.nodeIds()));
  }

  @Test
  void loadWhenTheLikelyNodesHaveItThenTheOthersAreNotAsked() {
    List<InMemoryStore> nodes = eightNodes();
    StickyRepository wide = repository(1, nodes.toArray(InMemoryStore[]::new));
    wide.save(snapshot(1, "x"), HOUR).join();
    nodes.forEach(InMemoryStore::clearOperations);

    LoadResult result = wide.load(ID).join();

    assertInstanceOf(LoadResult.Found.class, result);
    assertEquals(4, asked(nodes));
    assertEquals(1, metrics.get(Metric.LOADS_FOUND));
    assertEquals(1, metrics.summary(Timing.LOAD).count());
    assertEquals(1, metrics.summary(Timing.SAVE).count());
  }

  @Test
  void loadWhenAnOldCopyIsOnTheLikelyNodesThenANewerOneOnAnyOfFourIsBelieved() {
    put(n2, snapshot(1, "old"));
    put(n3, snapshot(2, "new"));

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(2, found.snapshot().version());
  }

  @Test
  void loadWhenOnlyTheUnlikeliestHasItThenFound() {
    put(n3, snapshot(1, "x"));

    assertEquals(List.of("n3"), assertInstanceOf(LoadResult.Found.class, load()).nodeIds());
  }

  @Test
  void loadWhenNobodyHasItThenAbsentAfterTwoOperationsPerNode() {
    assertInstanceOf(LoadResult.Absent.class, load());

    for (InMemoryStore node : List.of(n1, n2, n3)) {
      assertEquals(Set.of("load a", "load a:a"), Set.copyOf(node.operations()));
      assertEquals(2, node.operations().size());
    }
    assertEquals(1, metrics.get(Metric.LOADS_ABSENT));
  }

  @Test
  void loadWhenManyNodesThenTheLikelyFirstAndThenTheRestAtOnce() {
    List<InMemoryStore> nodes = eightNodes();
    nodes.forEach(InMemoryStore::freeze);
    StickyRepository wide = repository(2, nodes.toArray(InMemoryStore[]::new));

    CompletableFuture<LoadResult> loading = wide.load(ID);

    assertEquals(4, asked(nodes));
    List<InMemoryStore> likely = nodes.stream().filter(n -> !n.operations().isEmpty()).toList();
    likely.forEach(InMemoryStore::thaw);
    assertEquals(8, asked(nodes));
    nodes.forEach(InMemoryStore::thaw);
    assertInstanceOf(LoadResult.Absent.class, loading.join());
  }

  @Test
  void loadWhenANodeDoesNotAnswerAndNobodyElseHasItThenUnavailable() {
    n3.failWith(Reason.TIMEOUT);

    assertInstanceOf(LoadResult.Unavailable.class, load());

    assertEquals(1, metrics.get(Metric.LOADS_FAILED));
  }

  @Test
  void loadWhenALostNodeWasNotAskedThenUnavailable() {
    lost.add("n2");

    assertInstanceOf(LoadResult.Unavailable.class, load());

    assertEquals(List.of(), n2.operations());
  }

  @Test
  void loadWhenOneNodeIsSilentThenTheOthersRecordIsUsed() {
    put(n1, snapshot(1, "x"));
    n2.failWith(Reason.TIMEOUT);

    assertInstanceOf(LoadResult.Found.class, load());
  }

  @Test
  void loadWhenOneRecordIsCorruptThenTheOtherNodesIsUsed() {
    byte[] corrupt = codec.encode(snapshot(9, "x"));
    corrupt[corrupt.length / 2] ^= 1;
    putBytes(n2, "a", corrupt);
    put(n1, snapshot(1, "x"));

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(1, found.snapshot().version());
    assertEquals(1, metrics.get(Metric.LOADS_UNREADABLE));
  }

  @Test
  void loadWhenOnlyForeignBytesAreThereThenAbsent() {
    putBytes(n2, "a", new RecordCodec("other").encode(snapshot(1, "x")));
    putBytes(n1, "a", new byte[] {1, 2, 3});

    assertInstanceOf(LoadResult.Absent.class, load());

    assertEquals(2, metrics.get(Metric.LOADS_UNREADABLE));
  }

  @Test
  void loadWhenTheRecordIsAnotherSessionsThenRefused() {
    putBytes(n2, "a", codec.encode(snapshot(new SessionId("b.tomcat1"), 1, "theirs")));

    assertInstanceOf(LoadResult.Absent.class, load());

    assertEquals(1, metrics.get(Metric.LOADS_UNREADABLE));
  }

  @Test
  void loadWhenTheAccessRecordIsOfThisVersionThenItsTimesHold() {
    put(n2, snapshot(7, "x"));
    putBytes(n2, "a:a", AccessCodec.encode(new AccessRecord(7, 30, 40)));

    SessionTimes times = assertInstanceOf(LoadResult.Found.class, load()).snapshot().times();

    assertEquals(new SessionTimes(1, 30, 40, 1_800), times);
  }

  @Test
  void loadWhenTheAccessRecordIsOfAnotherVersionThenIgnored() {
    put(n2, snapshot(7, "x"));
    putBytes(n2, "a:a", AccessCodec.encode(new AccessRecord(6, 30, 40)));

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(snapshot(7, "x"), found.snapshot());
  }

  @Test
  void loadWhenTheAccessRecordIsCorruptThenTheRecordIsUsedWithoutIt() {
    put(n2, snapshot(7, "x"));
    putBytes(n2, "a:a", new byte[] {1});

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(snapshot(7, "x"), found.snapshot());
  }

  // ---- touch ----

  @Test
  void touchWhenTheRecordIsThereThenItLivesOnAndItsTimesAreNoted() {
    put(n2, snapshot(7, "x"));

    boolean found =
        repository
            .touch(ID, List.of("n2"), new AccessRecord(7, 30, 40), new TimeToLive(7_200))
            .join();

    assertTrue(found);
    assertEquals(clock.instant().plusSeconds(7_200), n2.expiryOf("a"));
    assertEquals(clock.instant().plusSeconds(7_200), n2.expiryOf("a:a"));
    assertEquals(
        40, assertInstanceOf(LoadResult.Found.class, load()).snapshot().times().thisAccessedTime());
  }

  @Test
  void touchWhenOneNodeLostTheRecordThenFalse() {
    put(n2, snapshot(7, "x"));

    assertFalse(
        repository.touch(ID, List.of("n2", "n1"), new AccessRecord(7, 30, 40), HOUR).join());
  }

  @Test
  void touchWhenANodeFailsThenFalse() {
    put(n2, snapshot(7, "x"));
    n2.failWith(Reason.BUSY);

    assertFalse(repository.touch(ID, List.of("n2"), new AccessRecord(7, 30, 40), HOUR).join());
  }

  @Test
  void touchWhenNoNodeIsKnownThenFalse() {
    assertFalse(repository.touch(ID, List.of(), new AccessRecord(7, 30, 40), HOUR).join());
  }

  // ---- delete ----

  @Test
  void deleteWhenAllAnswerThenGoneEverywhere() {
    for (InMemoryStore node : List.of(n1, n2, n3)) {
      put(node, snapshot(1, "x"));
      putBytes(node, "a:a", AccessCodec.encode(new AccessRecord(1, 30, 40)));
    }

    assertTrue(repository.delete(ID, 1).join());

    for (InMemoryStore node : List.of(n1, n2, n3)) {
      assertEquals(Set.of(), node.keys());
    }
  }

  @Test
  void deleteWhenANodeIsAwayThenCarriedOutWhenItReturns() {
    put(n1, snapshot(1, "x"));
    n1.failWith(Reason.UNAVAILABLE);
    lost.add("n1");

    assertTrue(repository.delete(ID, 1).join());
    n1.heal();
    lost.remove("n1");
    repository.deletePending("n1").join();

    assertEquals(Set.of(), n1.keys());
  }

  /** Also for want of a connection: a node that does not count as lost need never return. */
  @ParameterizedTest
  @EnumSource
  void deleteWhenANodeThatIsThereFailsThenWorthAnotherTry(Reason reason) {
    n1.failWith(reason);

    assertFalse(repository.delete(ID, 1).join());
  }

  @Test
  void deleteLaterWhenItIsRepeatedThenGoneEverywhere() {
    put(n1, snapshot(1, "x"));

    repository.deleteLater(ID, 1);
    repository.deletePending().join();

    assertEquals(Set.of(), n1.keys());
  }

  /** A backup that began before may still be under way. */
  @Test
  void deletePendingWhenASessionIsOnlyForbiddenThenItIsAsForbiddenAsBefore() {
    put(n1, snapshot(1, "x"));
    repository.forbid(ID, 1);

    repository.deletePending().join();

    assertEquals(Set.of("a"), n1.keys());
    assertInstanceOf(LoadResult.Absent.class, load());
  }

  @Test
  void deletePendingWhenASessionIsOnlyForbiddenForTwoRoundsThenDeleted() {
    put(n1, snapshot(1, "x"));
    repository.forbid(ID, 1);

    repository.deletePending().join();
    repository.deletePending().join();

    assertEquals(Set.of(), n1.keys());
  }

  @Test
  void nodeReturnedWhenTheSessionWasStoredAgainMeanwhileThenItsDeletionIsOff() {
    n2.failWith(Reason.TIMEOUT);
    repository.delete(ID, 1).join();
    n2.heal();
    repository.save(snapshot(1, "x"), HOUR).join();

    repository.deletePending("n2").join();

    assertEquals(Set.of("a"), n2.keys());
  }

  @Test
  void nodeReturnedWhenItFailsAgainThenStillRemembered() {
    put(n1, snapshot(1, "x"));
    n1.failWith(Reason.UNAVAILABLE);
    repository.delete(ID, 1).join();
    repository.deletePending("n1").join();

    n1.heal();
    repository.deletePending("n1").join();

    assertEquals(Set.of(), n1.keys());
  }

  @Test
  void nodeReturnedWhenMuchIsPendingThenNotAllAtOnce() {
    n1.failWith(Reason.UNAVAILABLE);
    for (int i = 0; i < 1_000; i++) {
      repository.delete(new SessionId("s" + i), 1).join();
    }
    n1.heal();
    n1.clearOperations();
    n1.freeze();

    CompletableFuture<Void> returned = repository.deletePending("n1");

    assertEquals(100, n1.operations().size());
    n1.thaw();
    returned.join();
    assertEquals(1_000, n1.operations().size());
  }

  // ---- another session has the id ----

  @Test
  void loadWhenTwoNodesHaveTwoSessionsThenTheOneThatWasCreatedLater() {
    put(n1, of(5, 9));
    put(n2, of(6, 1));

    LoadResult.Found found = assertInstanceOf(LoadResult.Found.class, load());

    assertEquals(6, found.snapshot().times().creationTime());
  }

  @Test
  void loadWhenANodeHasAnEarlierSessionThenItCountsAsAbsentAndMayBeReplaced() {
    put(n1, of(5, 9));

    LoadResult.Absent absent =
        assertInstanceOf(LoadResult.Absent.class, repository.load(ID, 6).join());

    assertInstanceOf(
        SaveResult.Stored.class, repository.saveOver(absent.replies(), of(6, 1), HOUR).join());
    assertInstanceOf(LoadResult.Found.class, repository.load(ID, 6).join());
  }

  @Test
  void deleteAgainWhenALaterSessionHasTheIdThenOnlyTheEarlierGoes() {
    put(n1, of(5, 9));
    put(n2, of(6, 1));

    assertTrue(repository.deleteAgain(ID, 5).join());

    assertEquals(Set.of(), n1.keys());
    assertEquals(Set.of("a"), n2.keys());
    assertInstanceOf(LoadResult.Found.class, load());
  }

  @Test
  void deletePendingWhenAnotherTomcatHasStoredALaterSessionThenThatStays() {
    put(n1, of(5, 9));
    n1.failWith(Reason.REFUSED);
    repository.delete(ID, 5).join();
    n1.heal();
    put(n1, of(6, 1));

    LoadResult before = load();
    repository.deletePending("n1").join();

    assertInstanceOf(LoadResult.Found.class, before);
    assertEquals(Set.of("a"), n1.keys());
  }

  /** What a node holds is asked for, and meanwhile the later session is sent to it. */
  @Test
  void deletePendingWhenALaterSessionIsStoredMeanwhileThenThatStays() {
    put(n2, of(5, 9));
    n2.failWith(Reason.REFUSED);
    repository.delete(ID, 5).join();
    n2.heal();
    n2.freeze();

    CompletableFuture<Void> repeated = repository.deletePending("n2");
    CompletableFuture<SaveResult> saved = repository.save(of(6, 1), HOUR);
    n2.thaw();
    repeated.join();
    saved.join();

    assertEquals(Set.of("a"), n2.keys());
  }

  @Test
  void saveWhenItFailsOnANodeThenTheDeletionThereIsDueAgain() {
    put(n2, of(5, 9));
    n2.failWith(Reason.REFUSED);
    repository.delete(ID, 5).join();
    repository.save(of(6, 1), HOUR).join();
    n2.heal();

    repository.deletePending("n2").join();

    assertEquals(Set.of(), n2.keys());
  }

  // ---- forbid ----

  @Test
  void loadWhenTheSessionIsForbiddenThenItsRecordCountsAsAbsent() {
    repository.save(snapshot(1, "x"), HOUR).join();

    repository.forbid(ID, 1);

    assertInstanceOf(LoadResult.Absent.class, load());
  }

  @Test
  void loadWhenASaveEndsAfterTheSessionWasForbiddenThenStillAbsent() {
    n2.freeze();
    CompletableFuture<SaveResult> save = repository.save(snapshot(1, "x"), HOUR);
    repository.forbid(ID, 1);
    n2.thaw();
    save.join();

    assertEquals(Set.of("a"), n2.keys());
    assertInstanceOf(LoadResult.Absent.class, load());
  }

  @Test
  void loadWhenANodeReturnsWithARecordThatIsToBeDeletedThenAbsentAllTheTime() {
    put(n2, snapshot(1, "x"));
    n2.failWith(Reason.UNAVAILABLE);
    repository.delete(ID, 1).join();
    n2.heal();
    LoadResult before = load();
    repository.deletePending("n2").join();
    LoadResult after = load();

    assertInstanceOf(LoadResult.Absent.class, before);
    assertInstanceOf(LoadResult.Absent.class, after);
    assertEquals(Set.of(), n2.keys());
  }

  @Test
  void loadWhenTheDeletionIsDoneBeforeALargeRecordIsReadWholeThenAbsent() {
    put(n1, snapshot(1, "x"));
    CompletableFuture<Boolean> readWhole = new CompletableFuture<>();
    StickyRepository large = repository(1, new SlowlyRead(n1, readWhole));
    large.forbid(ID, 1);
    CompletableFuture<LoadResult> load = large.load(ID);
    large.delete(ID, 1).join();

    readWhole.complete(true);

    assertInstanceOf(LoadResult.Absent.class, load.join());
  }

  @Test
  void loadWhenTheIdIsUsedAgainThenFound() {
    repository.save(snapshot(1, "x"), HOUR).join();
    repository.forbid(ID, 1);
    repository.delete(ID, 1).join();

    repository.save(snapshot(1, "y"), HOUR).join();

    assertInstanceOf(LoadResult.Found.class, load());
  }

  // ---- the rest ----

  private LoadResult load() {
    return repository.load(ID).join();
  }

  private static long asked(List<InMemoryStore> nodes) {
    return nodes.stream().filter(node -> !node.operations().isEmpty()).count();
  }

  private void put(InMemoryStore node, SessionSnapshot snapshot) {
    putBytes(node, "a", codec.encode(snapshot));
  }

  private static void putBytes(InMemoryStore node, String key, byte[] bytes) {
    node.store(key, bytes, HOUR, WriteCondition.always()).join();
    node.clearOperations();
  }

  private static SessionSnapshot of(long creationTime, long version) {
    return snapshot(version, "x").withTimes(new SessionTimes(creationTime, 7, 8, 1_800));
  }

  private static SessionSnapshot snapshot(long version, String content) {
    return snapshot(ID, version, content);
  }

  private static SessionSnapshot snapshot(SessionId id, long version, String content) {
    return new SessionSnapshot(
        id,
        version,
        new SessionTimes(1, 2, 3, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        new EncodedAttributes.Together(Bytes.wrap(content.getBytes(StandardCharsets.UTF_8))));
  }

  private List<InMemoryStore> eightNodes() {
    List<InMemoryStore> nodes = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      nodes.add(new InMemoryStore("m" + i, clock));
    }
    return nodes;
  }

  /** A node whose values consist of parts: the last one comes later than the first. */
  private static final class SlowlyRead extends ForwardingStore {

    private final CompletableFuture<Boolean> readWhole;

    SlowlyRead(SessionStore node, CompletableFuture<Boolean> readWhole) {
      super(node);
      this.readWhole = readWhole;
    }

    @Override
    public CompletableFuture<@Nullable StoredValue> load(String key) {
      return super.load(key).thenCombine(readWhole, (value, isWhole) -> value);
    }
  }

  private StickyRepository repository(int copies, SessionStore... nodes) {
    Map<String, SessionStore> stores = new TreeMap<>();
    for (int i = 0; i < nodes.length; i++) {
      stores.put((nodes.length == 3 ? "n" : "m") + (i + 1), nodes[i]);
    }
    Placement placement =
        new Placement(List.copyOf(stores.keySet()), Set.of(), copies, node -> !lost.contains(node));
    NodeSet nodeSet = new NodeSet(placement, stores);
    return new StickyRepository(
        () -> nodeSet,
        codec,
        StorageKeys.parse("", "localhost", "", null),
        MAX_SIZE,
        metrics,
        new UnreadableRecords(metrics, InstantSource.system()));
  }
}
