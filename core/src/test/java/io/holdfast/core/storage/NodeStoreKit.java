package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link NodeStore} must do; each implementation runs it in a subclass. */
public abstract class NodeStoreKit {

  protected static final TimeToLive HOUR = new TimeToLive(3600);

  /** The store under test, empty at the start of each test. */
  protected abstract NodeStore store();

  /** Lets time pass for the store: this waits, as for a process, which has its own clock. */
  protected void elapse(Duration time) {
    long start = System.nanoTime();
    Await.until("time passes", () -> System.nanoTime() - start >= time.toNanos());
  }

  @Test
  void loadWhenKeyIsUnknownThenNull() {
    assertNull(await(store().load("k")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 16_384, 1_000_000})
  void storeWhenAlwaysThenSameBytesAreLoaded(int size) {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);

    WriteResult result = await(store().store("k", value, HOUR, WriteCondition.always()));

    assertTrue(result.isStored());
    assertArrayEquals(value, load("k").bytes());
  }

  @Test
  void loadPairWhenBothAreThereThenEachInItsPlaceWithItsVersion() {
    put("k", "value");
    put("k:a", "beside");

    StoredPair found = loadPair(store(), "k", "k:a");

    assertEquals("value", text(Objects.requireNonNull(found.value())));
    assertEquals("beside", text(Objects.requireNonNull(found.beside())));
    assertEquals(load("k").version(), found.value().version());
  }

  @Test
  void loadPairWhenOneIsMissingThenTheOtherIsFound() {
    put("k", "value");
    put("m:a", "beside");

    StoredPair first = loadPair(store(), "k", "k:a");
    StoredPair second = loadPair(store(), "m", "m:a");

    assertEquals("value", text(Objects.requireNonNull(first.value())));
    assertNull(first.beside());
    assertNull(second.value());
    assertEquals("beside", text(Objects.requireNonNull(second.beside())));
  }

  @Test
  void loadPairWhenNeitherIsThereThenNothing() {
    assertEquals(new StoredPair(null, null), loadPair(store(), "k", "k:a"));
  }

  @Test
  void loadPairIfChangedWhenTheVersionWasReadOrWrittenThenNothingElseIsTold() {
    WriteResult written = await(write("k", "value"));
    put("k:a", "beside");

    assertSame("value", "beside", written.version());
    assertSame("value", "beside", load("k").version());
  }

  @Test
  void loadPairIfChangedWhenTouchedThenNothingElseIsTold() {
    long known = await(write("k", "value")).version();
    await(store().touch("k", HOUR));

    assertSame("value", null, known);
  }

  @Test
  void loadPairIfChangedWhenReplacedThenTold() {
    long known = await(write("k", "one")).version();
    put("k:a", "beside");
    put("k", "two");

    assertChanged("two", "beside", known);
  }

  @Test
  void loadPairIfChangedWhenReplacedByTheSameThenTold() {
    long known = await(write("k", "one")).version();
    put("k", "one");

    assertChanged("one", null, known);
  }

  @Test
  void loadPairIfChangedWhenTheVersionWasRenewedThenTold() {
    long known = await(write("k", "one")).version();
    await(store().renewVersion("k"));

    assertChanged("one", null, known);
  }

  @Test
  void loadPairIfChangedWhenDeletedThenNothingIsThere() {
    long known = await(write("k", "one")).version();
    put("k:a", "beside");
    await(store().delete("k"));

    assertAbsent("beside", known);
  }

  @Test
  void loadPairIfChangedWhenDeletedAndStoredAgainThenTold() {
    long known = await(write("k", "one")).version();
    await(store().delete("k"));
    put("k", "one");

    assertChanged("one", null, known);
  }

  @Test
  void loadPairIfChangedWhenTheTimeToLiveIsOverThenNothingIsThere() {
    WriteResult written =
        await(store().store("k", bytes("one"), new TimeToLive(1), WriteCondition.always()));
    elapse(Duration.ofMillis(2_100));

    assertAbsent(null, written.version());
  }

  @Test
  void loadPairIfChangedWhenTheVersionIsThatOfAnotherKeyThenTold() {
    put("k", "one");
    long another = await(write("m", "one")).version();

    assertChanged("one", null, another);
  }

  /** The answers to callers that have the value {@code k} in a version, large or small. */
  private List<PairAnswer> answers(long version) {
    return Stream.of(
            new KnownValue(version, 10_000, false),
            new KnownValue(version, 10_000, true),
            new KnownValue(version, 1, false))
        .map(known -> await(store().loadPairIfChanged("k", "k:a", known)))
        .toList();
  }

  private void assertSame(String value, @Nullable String beside, long version) {
    for (PairAnswer answer : answers(version)) {
      if (answer instanceof PairAnswer.Unchanged unchanged) {
        assertEquals(beside, textOf(unchanged.beside()));
      } else {
        assertRead(value, beside, answer);
      }
    }
  }

  private void assertChanged(String value, @Nullable String beside, long version) {
    for (PairAnswer answer : answers(version)) {
      if (answer instanceof PairAnswer.Changed) {
        assertEquals(value, text(load("k")));
      } else {
        assertRead(value, beside, answer);
      }
    }
  }

  private void assertAbsent(@Nullable String beside, long version) {
    answers(version).forEach(answer -> assertRead(null, beside, answer));
  }

  private static void assertRead(
      @Nullable String value, @Nullable String beside, PairAnswer answer) {
    StoredPair pair = assertInstanceOf(PairAnswer.Read.class, answer).pair();
    assertEquals(value, textOf(pair.value()));
    assertEquals(beside, textOf(pair.beside()));
  }

  private static @Nullable String textOf(@Nullable StoredValue value) {
    return value == null ? null : text(value);
  }

  @Test
  void storeWhenAlwaysAndKeyIsThereThenReplacedWithNewVersion() {
    put("k", "one");
    long first = load("k").version();

    put("k", "two");

    assertEquals("two", text(load("k")));
    assertNotEquals(first, load("k").version());
  }

  @Test
  void loadWhenNothingChangesThenSameVersion() {
    put("k", "one");

    assertEquals(load("k").version(), load("k").version());
  }

  @Test
  void storeWhenIfAbsentAndKeyIsUnknownThenStored() {
    WriteResult result = await(write("k", "one", WriteCondition.ifAbsent()));

    assertTrue(result.isStored());
    assertEquals("one", text(load("k")));
  }

  @Test
  void storeWhenIfAbsentAndKeyIsThereThenConflict() {
    put("k", "one");

    WriteResult result = await(write("k", "two", WriteCondition.ifAbsent()));

    assertFalse(result.isStored());
    assertEquals("one", text(load("k")));
  }

  @Test
  void storeWhenIfVersionAndUnchangedThenStored() {
    put("k", "one");
    long version = load("k").version();

    WriteResult result = await(write("k", "two", WriteCondition.ifVersion(version)));

    assertTrue(result.isStored());
    assertEquals("two", text(load("k")));
  }

  @Test
  void storeWhenIfVersionAndChangedThenConflict() {
    put("k", "one");
    long version = load("k").version();
    put("k", "two");

    WriteResult result = await(write("k", "three", WriteCondition.ifVersion(version)));

    assertFalse(result.isStored());
    assertEquals("two", text(load("k")));
  }

  @Test
  void storeWhenIfVersionAndDeletedThenConflict() {
    put("k", "one");
    long version = load("k").version();
    await(store().delete("k"));

    WriteResult result = await(write("k", "two", WriteCondition.ifVersion(version)));

    assertFalse(result.isStored());
    assertNull(await(store().load("k")));
  }

  @Test
  void storeWhenIfVersionZeroThenConflict() {
    put("k", "one");

    WriteResult result = await(write("k", "two", WriteCondition.ifVersion(0)));

    assertFalse(result.isStored());
    assertEquals("one", text(load("k")));
  }

  @Test
  void storeWhenStoredThenTheResultHasTheVersionThatIsLoaded() {
    WriteResult added = await(write("k", "one", WriteCondition.ifAbsent()));
    long afterAdding = load("k").version();
    WriteResult replaced = await(write("k", "two", WriteCondition.ifVersion(afterAdding)));
    long afterReplacing = load("k").version();
    WriteResult set = await(write("k", "three", WriteCondition.always()));

    assertEquals(afterAdding, added.version());
    assertEquals(afterReplacing, replaced.version());
    assertEquals(load("k").version(), set.version());
  }

  @Test
  void storeWhenEachWriteReplacesTheOneBeforeThenNoReadIsNeeded() {
    WriteResult last = await(write("k", "first", WriteCondition.ifAbsent()));
    for (int i = 0; i < 10; i++) {
      last = await(write("k", "value " + i, WriteCondition.ifVersion(last.version())));
      assertTrue(last.isStored());
    }
    long known = last.version();
    put("k", "another's");

    WriteResult late = await(write("k", "late", WriteCondition.ifVersion(known)));

    assertFalse(late.isStored());
    assertEquals("another's", text(load("k")));
  }

  @Test
  void storeWhenManyRaceForOneVersionThenOneWins() {
    put("k", "one");
    long version = load("k").version();

    var results =
        IntStream.range(0, 50)
            .mapToObj(i -> write("k", "racer " + i, WriteCondition.ifVersion(version)))
            .toList();

    assertEquals(1, results.stream().filter(r -> await(r).isStored()).count());
  }

  @Test
  void storeWhenTimeToLiveIsOverThenGone() {
    await(store().store("k", bytes("one"), new TimeToLive(1), WriteCondition.always()));

    elapse(Duration.ofMillis(2_100));

    assertNull(await(store().load("k")));
    assertFalse(await(store().touch("k", HOUR)));
    assertFalse(await(store().delete("k")));
  }

  @Test
  void storeWhenOverAndUnchangedThenGoneAndFree() {
    put("k", "one");
    long version = load("k").version();

    WriteResult result = await(release("k", version));

    assertTrue(result.isStored());
    assertNull(await(store().load("k")));
    assertTrue(await(write("k", "two", WriteCondition.ifAbsent())).isStored());
    assertEquals("two", text(load("k")));
  }

  @Test
  void storeWhenOverAndChangedThenConflictAndThere() {
    put("k", "one");
    long version = load("k").version();
    put("k", "two");

    WriteResult result = await(release("k", version));

    assertFalse(result.isStored());
    assertEquals("two", text(load("k")));
  }

  @Test
  void storeWhenOverTwiceThenTheSecondConflicts() {
    put("k", "one");
    long version = load("k").version();
    await(release("k", version));

    assertFalse(await(release("k", version)).isStored());
  }

  @Test
  void storeWhenTimeToLiveIsLongOrUnlimitedThenThere() {
    long day = 24 * 3600;
    long[] seconds = {0, 60, 30 * day, 30 * day + 1, 40 * day, 100 * 365 * day};
    for (long live : seconds) {
      await(store().store("k" + live, bytes("v"), new TimeToLive(live), WriteCondition.always()));
    }

    elapse(Duration.ofMillis(1_100));

    for (long live : seconds) {
      assertEquals("v", text(load("k" + live)), () -> live + " s");
    }
  }

  @Test
  void renewVersionWhenKeyIsThereThenOnlyWhoReadsItAfterwardsCanReplaceIt() {
    put("k", "one");
    long before = load("k").version();

    boolean found = await(store().renewVersion("k"));
    WriteResult late =
        await(store().store("k", bytes("late"), HOUR, WriteCondition.ifVersion(before)));
    StoredValue renewed = load("k");
    WriteResult next =
        await(store().store("k", bytes("two"), HOUR, WriteCondition.ifVersion(renewed.version())));

    assertTrue(found);
    assertFalse(late.isStored());
    assertEquals("one", text(renewed));
    assertTrue(next.isStored());
  }

  @Test
  void renewVersionWhenKeyIsUnknownThenFalse() {
    assertFalse(await(store().renewVersion("k")));
    assertNull(await(store().load("k")));
  }

  @Test
  void renewVersionWhenTheTimeToLiveIsOverThenTheValueIsGone() {
    await(store().store("k", bytes("one"), new TimeToLive(1), WriteCondition.always()));

    await(store().renewVersion("k"));
    elapse(Duration.ofMillis(2_100));

    assertNull(await(store().load("k")));
  }

  @Test
  void storeThenReadWhenTheWriteIsDoneThenBehindItTheOtherWithANewVersion() {
    put("r", "record");
    put("r:a", "note");
    long before = load("r").version();
    ReadBehind behind = new ReadBehind("r", "r:a", null);

    WriteResult written = await(storeThenRead("r:l", "lease", WriteCondition.ifAbsent(), behind));
    StoredPair found = pairOf(behind);
    WriteResult late = await(write("r", "late", WriteCondition.ifVersion(before)));
    StoredValue record = Objects.requireNonNull(found.value());
    WriteResult next = await(write("r", "next", WriteCondition.ifVersion(record.version())));

    assertTrue(written.isStored());
    StoredValue lease = load("r:l");
    assertEquals("lease", text(lease));
    assertTrue(Set.of(WriteResult.UNKNOWN, lease.version()).contains(written.version()));
    assertEquals("record", text(record));
    assertEquals("note", text(Objects.requireNonNull(found.beside())));
    assertFalse(late.isStored());
    assertTrue(next.isStored());
  }

  @Test
  void storeThenReadWhenAnotherValueIsThereThenItStays() {
    put("r:l", "another's");
    ReadBehind behind = new ReadBehind("r", "r:a", null);

    WriteResult written = await(storeThenRead("r:l", "lease", WriteCondition.ifAbsent(), behind));

    assertEquals(WriteResult.CONFLICT, written);
    assertEquals("another's", text(load("r:l")));
    assertNotNull(await(behind.found().handle((found, failure) -> true)), "it ends");
  }

  /** A writer that has read it before is shut out all the same. */
  @Test
  void storeThenReadWhenWhatIsBehindItIsKnownThenItHasANewVersion() {
    long before = await(write("r", "record")).version();
    put("r:a", "note");
    ReadBehind behind = new ReadBehind("r", "r:a", new KnownValue(before, 10_000, false));

    await(storeThenRead("r:l", "lease", WriteCondition.ifAbsent(), behind));
    PairAnswer answer = await(behind.found());
    WriteResult late = await(write("r", "late", WriteCondition.ifVersion(before)));

    assertFalse(late.isStored());
    if (answer instanceof PairAnswer.Unchanged unchanged) {
      assertEquals(load("r").version(), unchanged.version());
      assertEquals("note", textOf(unchanged.beside()));
    } else {
      assertEquals(load("r").version(), Objects.requireNonNull(pairOf(behind).value()).version());
      assertRead("record", "note", answer);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void storeThenReadWhenWhatIsBehindItHasChangedThenItIsReadWithANewVersion(boolean isExpected) {
    long before = await(write("r", "record")).version();
    long changed = await(write("r", "changed")).version();
    put("r:a", "note");
    ReadBehind behind = new ReadBehind("r", "r:a", new KnownValue(before, 10_000, isExpected));

    await(storeThenRead("r:l", "lease", WriteCondition.ifAbsent(), behind));

    assertRead("changed", "note", await(behind.found()));
    assertFalse(await(write("r", "late", WriteCondition.ifVersion(changed))).isStored());
  }

  @Test
  void storeThenReadWhenWhatIsBehindItIsKnownAndGoneThenFoundEmpty() {
    long before = await(write("r", "record")).version();
    await(store().delete("r"));
    ReadBehind behind = new ReadBehind("r", "r:a", new KnownValue(before, 10_000, false));

    await(storeThenRead("r:l", "lease", WriteCondition.ifAbsent(), behind));

    assertEquals(new StoredPair(null, null), pairOf(behind));
  }

  @Test
  void storeThenReadWhenThereIsNothingBehindItThenFoundEmpty() {
    ReadBehind behind = new ReadBehind("r", "r:a", null);

    await(storeThenRead("r:l", "lease", WriteCondition.ifAbsent(), behind));

    assertEquals(new StoredPair(null, null), pairOf(behind));
    assertNull(await(store().load("r")));
  }

  @Test
  void storeThenReadWhenTheVersionIsTheOneThatWasReadThenReplaced() {
    put("r:l", "one");
    WriteCondition unchanged = WriteCondition.ifVersion(load("r:l").version());

    WriteResult first = await(storeThenRead("r:l", "two", unchanged, null));
    WriteResult second = await(storeThenRead("r:l", "three", unchanged, null));

    assertTrue(first.isStored());
    assertEquals(WriteResult.CONFLICT, second);
    assertEquals("two", text(load("r:l")));
  }

  @Test
  void storeThenReadWhenThereIsNoneToReplaceThenConflictAndNothing() {
    WriteResult written = await(storeThenRead("r:l", "one", WriteCondition.ifVersion(1), null));

    assertEquals(WriteResult.CONFLICT, written);
    assertNull(await(store().load("r:l")));
  }

  @Test
  void storeThenReadWhenInAnyCaseOrWithoutAnEndThenStored() {
    put("r:l", "one");

    await(storeThenRead("r:l", "two", WriteCondition.always(), null));
    await(
        store()
            .storeThenRead(
                "s:l", bytes("v"), TimeToLive.UNLIMITED, WriteCondition.ifAbsent(), null));

    assertEquals("two", text(load("r:l")));
    assertEquals("v", text(load("s:l")));
  }

  @Test
  void storeThenReadWhenTheTimeToLiveIsOverThenTheValueIsGoneAndWhatIsBehindItIsNot() {
    put("r", "record");
    TimeToLive second = new TimeToLive(1);
    ReadBehind behind = new ReadBehind("r", "r:a", null);
    await(store().storeThenRead("r:l", bytes("v"), second, WriteCondition.ifAbsent(), behind));

    elapse(Duration.ofMillis(2_100));

    assertNull(await(store().load("r:l")));
    assertEquals("record", text(load("r")));
  }

  @Test
  void touchWhenKeyIsThereThenLivesLongerWithSameVersion() {
    await(store().store("k", bytes("one"), new TimeToLive(4), WriteCondition.always()));
    long version = load("k").version();
    boolean found = await(store().touch("k", HOUR));
    elapse(Duration.ofMillis(5_100));
    assertTrue(found);
    assertEquals("one", text(load("k")));
    assertEquals(version, load("k").version());
  }

  @Test
  void touchWhenKeyIsUnknownThenFalse() {
    assertFalse(await(store().touch("k", HOUR)));
    assertNull(await(store().load("k")));
  }

  @Test
  void deleteWhenKeyIsThereThenGone() {
    put("k", "one");

    assertTrue(await(store().delete("k")));
    assertFalse(await(store().delete("k")));
    assertNull(await(store().load("k")));
  }

  @Test
  void loadWhenOtherKeysDifferInCaseOnlyThenOwnValue() {
    put("K", "upper");
    put("k", "lower");

    assertEquals("upper", text(load("K")));
    assertEquals("lower", text(load("k")));
  }

  @Test
  void storeWhenKeyIsLongestThenLoaded() {
    String key = "!" + "x".repeat(248) + "~";

    put(key, "one");

    assertEquals("one", text(load(key)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\r\nflush_all", "a\0", "a\tb", "ä", "a\u007f"})
  void anyWhenKeyIsIllegalThenRefused(String key) {
    assertReason(Reason.REFUSED, store().load(key));
    assertReason(Reason.REFUSED, write(key, "one", WriteCondition.always()));
    assertReason(Reason.REFUSED, store().touch(key, HOUR));
    assertReason(Reason.REFUSED, store().delete(key));
  }

  @Test
  void anyWhenKeyIsTooLongThenRefused() {
    assertReason(Reason.REFUSED, store().load("x".repeat(251)));
  }

  @Test
  void anyWhenManyAtOnceThenEachGetsItsOwnAnswer() {
    var stored = IntStream.range(0, 500).mapToObj(i -> write("k" + i, "v" + i)).toList();
    stored.forEach(NodeStoreKit::await);

    var loaded = IntStream.range(0, 500).mapToObj(i -> store().load("k" + i)).toList();

    for (int i = 0; i < 500; i++) {
      StoredValue value = await(loaded.get(i));
      assertNotNull(value);
      assertEquals("v" + i, text(value));
    }
  }

  @Test
  void anyWhenClosedThenUnavailable() {
    store().close();

    assertReason(Reason.UNAVAILABLE, store().load("k"));
    assertReason(Reason.UNAVAILABLE, write("k", "one"));
    ReadBehind behind = new ReadBehind("k", "k:a", null);
    assertReason(
        Reason.UNAVAILABLE, storeThenRead("k:l", "one", WriteCondition.ifAbsent(), behind));
    assertReason(Reason.UNAVAILABLE, behind.found());
  }

  /** The result, which must come within the deadline of any store in tests. */
  public static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Reads two values, whatever is known of the first. */
  public static StoredPair loadPair(NodeStore store, String key, String besideKey) {
    return pairOf(await(store.loadPairIfChanged(key, besideKey, KnownValue.NONE)));
  }

  /** What was read behind a write, which was not known. */
  public static StoredPair pairOf(ReadBehind behind) {
    return pairOf(await(behind.found()));
  }

  /** What was sent. */
  public static StoredPair pairOf(PairAnswer answer) {
    return assertInstanceOf(PairAnswer.Read.class, answer).pair();
  }

  /** Checks that the operation fails for this reason, within the deadline. */
  public static StoreException assertReason(Reason expected, CompletableFuture<?> future) {
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> future.get(60, TimeUnit.SECONDS));
    StoreException failure = (StoreException) e.getCause();
    assertNotNull(failure);
    assertEquals(expected, StoreException.reasonOf(failure), failure.getMessage());
    return failure;
  }

  /** The bytes of a text. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private CompletableFuture<WriteResult> write(String key, String value) {
    return write(key, value, WriteCondition.always());
  }

  private CompletableFuture<WriteResult> write(String key, String value, WriteCondition condition) {
    return store().store(key, bytes(value), HOUR, condition);
  }

  private CompletableFuture<WriteResult> storeThenRead(
      String key, String value, WriteCondition condition, @Nullable ReadBehind behind) {
    return store().storeThenRead(key, bytes(value), HOUR, condition, behind);
  }

  private CompletableFuture<WriteResult> release(String key, long version) {
    return store().store(key, new byte[0], TimeToLive.OVER, WriteCondition.ifVersion(version));
  }

  private void put(String key, String value) {
    assertTrue(await(write(key, value)).isStored());
  }

  private StoredValue load(String key) {
    StoredValue value = await(store().load(key));
    assertNotNull(value, "nothing under the key");
    return value;
  }

  private static String text(StoredValue value) {
    return new String(value.bytes(), StandardCharsets.UTF_8);
  }
}
