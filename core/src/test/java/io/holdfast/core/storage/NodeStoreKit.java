package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

  protected static Stream<String> scenes() {
    return StorePlay.scenes(
        """
        get k -> none
        # values of all sizes come back as they are
        put k x*0; get k -> empty
        each 255 16384 1000000: put k #$; get k -> #$
        # ---- two at once ----
        put k value; put k:a beside; p = pair k k:a -> value beside; v = get k; same p v
        put k value; put m:a beside; pair k k:a -> value none; pair m m:a -> none beside
        pair k k:a -> none none
        # the value is not sent again if the caller has read or written this version
        v = put k value; put k:a beside; ask k k:a v -> unchanged beside|value beside
        put k value; put k:a beside; v = get k; ask k k:a v -> unchanged beside|value beside
        v = put k value; touch k; ask k k:a v -> unchanged none|value none
        v = put k one; put k:a beside; put k two; ask k k:a v -> changed|two beside; get k -> two
        v = put k one; put k one; ask k k:a v -> changed|one none
        v = put k one; renew k; ask k k:a v -> changed|one none; get k -> one
        v = put k one; put k:a beside; delete k; ask k k:a v -> none beside
        v = put k one; delete k; put k one; ask k k:a v -> changed|one none
        v = put k one 1; wait 2100; ask k k:a v -> none none
        put k one; v = put m one; ask k k:a v -> changed|one none
        # ---- conditions ----
        put k one; v = get k; put k two; w = get k -> two; differ v w
        put k one; v = get k; w = get k; same v w
        add k one; get k -> one
        put k one; add k two -> conflict; get k -> one
        put k one; v = get k; cas k two v; get k -> two
        put k one; v = get k; put k two; cas k three v -> conflict; get k -> two
        put k one; v = get k; delete k; cas k two v -> conflict; get k -> none
        put k one; cas k two 0 -> conflict; get k -> one
        # the result of a write has the version that is read
        a = add k one; v = get k; same a v; b = cas k two v; w = get k; same b w; c = put k three; x = get k; same c x
        v = add k one; v = cas k two v; v = cas k three v; put k another; cas k late v -> conflict; get k -> another
        # ---- times ----
        put k one 1; wait 2100; get k -> none; touch k -> false; delete k -> false
        put k one; v = get k; over k v; get k -> none; add k two; get k -> two
        put k one; v = get k; put k two; over k v -> conflict; get k -> two
        put k one; v = get k; over k v; over k v -> conflict
        # without an end, up to memcached's 30 days, above them, and very long
        put a v 0; put b v 60; put c v 2592000; put d v 2592001; put e v 3456000; put f v 3153600000; wait 1100; get a -> v; get b -> v; get c -> v; get d -> v; get e -> v; get f -> v
        put k one 4; v = get k; touch k; wait 5100; w = get k -> one; same v w
        touch k -> false; get k -> none
        # ---- renewals: only who reads it afterwards can replace it ----
        put k one; v = get k; renew k; cas k late v -> conflict; w = get k -> one; cas k two w
        renew k -> false; get k -> none
        put k one 1; renew k; wait 2100; get k -> none
        # ---- a read behind a write, which renews what it reads ----
        put r record; put r:a note; v = get r; w = lease r:l lease; b = behind -> record note; cas r late v -> conflict; cas r next b; x = get r:l -> lease; sameOrUnknown w x
        put r:l another; lease r:l lease -> conflict; get r:l -> another; ends
        v = put r record; put r:a note; lease r:l lease v; b = behind -> unchanged note|record note; cas r late v -> conflict; w = get r; same b w
        v = put r record; w = put r changed; put r:a note; lease r:l lease v; behind -> changed note; cas r late w -> conflict
        v = put r record; w = put r changed; put r:a note; lease r:l lease v old; behind -> changed note; cas r late w -> conflict
        v = put r record; delete r; lease r:l lease v; behind -> none none
        lease r:l lease; behind -> none none; get r -> none
        put r:l one; v = get r:l; relock r:l two v; relock r:l three v -> conflict; get r:l -> two
        relock r:l one 1 -> conflict; get r:l -> none
        put r:l one; lock r:l two; get r:l -> two
        lockForever s:l v; get s:l -> v
        put r record; shortLease r:l v; wait 2100; get r:l -> none; get r -> record
        # ---- keys ----
        put k one; delete k; delete k -> false; get k -> none
        put K upper; put k lower; get K -> upper; get k -> lower
        put x*250 one; get x*250 -> one
        put !~ one; get !~ -> one
        get x*251 -> REFUSED
        close; get k -> UNAVAILABLE; put k one -> UNAVAILABLE; lease k:l one -> UNAVAILABLE; behind -> UNAVAILABLE
        """);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void sceneWhenPlayedThenEachStepYieldsWhatItSays(String scene) {
    play().play(scene);
  }

  /** The player of this store's scenes. */
  final StorePlay play() {
    return new StorePlay(store())
        .with(
            "wait",
            millis -> {
              elapse(Duration.ofMillis(Long.parseLong(millis)));
              return "done";
            });
  }

  @Test
  void storeWhenManyRaceForOneVersionThenOneWins() {
    await(write("k", "one"));
    long version = Objects.requireNonNull(await(store().load("k"))).version();

    var results =
        IntStream.range(0, 50)
            .mapToObj(i -> write("k", "racer " + i, WriteCondition.ifVersion(version)))
            .toList();

    assertEquals(1, results.stream().filter(r -> await(r).isStored()).count());
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
  void anyWhenManyAtOnceThenEachGetsItsOwnAnswer() {
    var stored = IntStream.range(0, 500).mapToObj(i -> write("k" + i, "v" + i)).toList();
    stored.forEach(NodeStoreKit::await);

    var loaded = IntStream.range(0, 500).mapToObj(i -> store().load("k" + i)).toList();

    for (int i = 0; i < 500; i++) {
      StoredValue value = await(loaded.get(i));
      assertNotNull(value);
      assertEquals("v" + i, new String(value.bytes(), StandardCharsets.UTF_8));
    }
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
}
