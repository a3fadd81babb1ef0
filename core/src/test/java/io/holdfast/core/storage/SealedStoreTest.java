package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.TestKeys;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit with sealed values, and what becomes of values from a stranger. */
final class SealedStoreTest extends NodeStoreKit {

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final FaultyStore node = new FaultyStore("n1", clock);
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final SealedStore store = sealed(EncryptionMigration.NONE, 1);

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  protected static Stream<String> sealedScenes() {
    return StorePlay.scenes(
        """
        # ---- values that are refused are empty, and one line a minute says so ----
        node put k plain 0; get k -> empty; get k; get k; wait 60000; get k; warnings -> 2; warned 2 more since -> true; metric SEALS_REFUSED -> 4
        # the clock is set back
        node put k plain 0; get k; wait -18000000; get k; warnings -> 2
        put k value 0; node put k:a beside 0; pair k k:a -> value empty; warnings -> 1
        second put k new; get k -> empty; warnings -> 1; metric SEALS_REFUSED -> 1
        # also while unsealed values are read: what is sealed with another key was not ours
        each second PREPARE2 SEAL2: put k v 0; $ get k -> empty; warned the key k1, which is not known -> true
        put k value 0; put k:a beside 0; v = get k; node forget; compare k k:a v -> unchanged beside; node sent -> compare k, load k:a
        # ---- who changes first reads what the others write, before and after they change ----
        each PREPARE SEAL: put s one 0; node put k plain 0; $ get s -> one; $ get k -> plain; $ get k -> plain; wait 3600000; $ get k -> plain; warnings -> 2; metric UNSEALED_READ -> 3; metric SEALS_REFUSED -> 0
        put k v; node get k -> sealed
        SEAL put k v; node get k -> sealed
        PREPARE put k v; node get k -> v
        # ---- a session that is used and not changed is extended only: with the former key it would go ----
        put k v 0; append k -and-more; both touch k; second get k -> v-and-more; wait 3600000; node get k -> none
        node put k v 0; touch k; node get k -> v
        node put k v 0; PREPARE touch k; node get k -> v
        node put k v 0; SEAL touch k; node get k -> sealed
        # the way back
        put k v 0; PREPARE touch k; node get k -> v
        # the first key has sealed it, or none that is known
        put k v 0; v = node get k; SEAL12 touch k; SEAL12 touch none -> false; w = node get k -> sealed; same v w
        put k v 0; v = node get k; others touch k; w = node get k -> sealed; same v w
        # replaced between the read and the write of the other: the new one keeps its time
        put k before 0; node onStore 1: put k after 0; both touch k; wait 3600000; get k -> after
        # the node refuses the new form: it is extended as it is
        put k v 0; v = node get k; node onStore 1: node fail REFUSED; both touch k; node heal; w = node get k -> sealed; same v w; wait 3600000; node get k -> none
        """);
  }

  @ParameterizedTest
  @MethodSource("sealedScenes")
  void sceneOfSealedValuesWhenPlayedThenEachStepYieldsWhatItSays(String scene) {
    StorePlay play = play();
    Map.of(
            "second", sealed(EncryptionMigration.NONE, 2),
            "both", sealed(EncryptionMigration.NONE, 2, 1),
            "others", sealed(EncryptionMigration.NONE, 2, 3),
            "PREPARE", sealed(EncryptionMigration.PREPARE, 1),
            "PREPARE2", sealed(EncryptionMigration.PREPARE, 2),
            "SEAL", sealed(EncryptionMigration.SEAL, 1),
            "SEAL2", sealed(EncryptionMigration.SEAL, 2),
            "SEAL12", sealed(EncryptionMigration.SEAL, 1, 2),
            "node", node)
        .forEach((name, each) -> play.with(name, () -> each));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      play.with("warnings", none -> log.warnings().size())
          .with("warned", text -> log.warnings().stream().anyMatch(line -> line.contains(text)))
          .with("metric", name -> metrics.get(Metric.valueOf(name)))
          .play(scene);
    }
  }

  @Test
  void storeThenTheNodeSeesNothingOfIt() {
    put("k", "a secret");
    await(store.append("k", bytes(" and another")));

    byte[] seen = onNode("k").bytes();

    assertTrue(Sealer.isSealed(seen));
    assertFalse(new String(seen, StandardCharsets.ISO_8859_1).contains("secret"));
    assertFalse(new String(seen, StandardCharsets.ISO_8859_1).contains("another"));
  }

  @Test
  void loadWhenItWasSealedForAnotherKeyThenUnreadableAndReplaceable() {
    put("k", "of k");
    move("k", "other");

    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      StoredValue found = await(store.load("other"));

      assertNotNull(found);
      assertEquals(0, found.bytes().length);
      assertEquals(1, metrics.get(Metric.SEALS_REFUSED));
      assertEquals(1, log.warnings().size());
      assertTrue(log.warnings().get(0).contains("Cannot decrypt ot… on node n1"));
      WriteCondition condition = WriteCondition.ifVersion(found.version());
      assertTrue(await(store.store("other", bytes("new"), HOUR, condition)).isStored());
    }
    assertArrayEquals(bytes("new"), bytesOf(await(store.load("other"))));
  }

  /** Who reads the log must not be able to use the session: its id works as a cookie. */
  @ParameterizedTest
  @ValueSource(strings = {"", ":a", ":l", ":E1a2b3c4d", ":0a1b2c3d4"})
  void loadWhenAValueIsRefusedOrNotSealedThenTheLogHasNoSessionId(String suffix) {
    String id = "8F2B63D91E0C47A5B6C8D7E9F0A1B2C3";
    String key = "/my_shop:2_" + id + suffix;
    putOnNode(key, bytes("not sealed"));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      var unused = await(store.load(key));
      var unusedToo = await(sealed(EncryptionMigration.PREPARE, 1).load(key));

      assertEquals(2, log.warnings().size());
      for (String line : log.warnings()) {
        assertTrue(line.contains(" /my_shop:2_8F2B63…" + suffix + " "), line);
      }
    }
  }

  /** The answer comes on a thread of the store, which must not wait for the disk with the keys. */
  @Test
  void loadWhenTheKeyIsNotKnownThenIsOpenedBehindALookElsewhere() {
    var unused =
        await(
            sealed(EncryptionMigration.NONE, 2)
                .store("k", bytes("new"), HOUR, WriteCondition.always()));
    TestKeys keys = new TestKeys(1);
    CompletableFuture<Void> look = new CompletableFuture<>();
    SealedStore reader = sealed(EncryptionMigration.NONE, keys, () -> look);

    CompletableFuture<@Nullable StoredValue> loaded = reader.load("k");
    CompletableFuture<PairAnswer> pair = reader.loadPairIfChanged("none", "k", KnownValue.NONE);

    assertFalse(loaded.isDone());
    assertFalse(pair.isDone());
    assertEquals(0, keys.looks());
    keys.use(1, 2);
    look.complete(null);
    assertArrayEquals(bytes("new"), bytesOf(await(loaded)));
    assertArrayEquals(bytes("new"), bytesOf(((PairAnswer.Read) await(pair)).pair().beside()));
    assertEquals(0, metrics.get(Metric.SEALS_REFUSED));
  }

  /** A chunk belongs to its head: that of another value is not taken for it. */
  @Test
  void loadWhenChunksAreExchangedThenNeitherValueIsRead() {
    ChunkedStore chunked =
        new ChunkedStore(
            "n1", store, new ChunkLimits(1_000, 100_000, 4_000), new Random(1), metrics);
    for (String key : List.of("a", "b")) {
      var unused = await(chunked.store(key, new byte[1_500], HOUR, WriteCondition.always()));
    }
    List<String> chunks =
        node.keys().stream().filter(key -> key.matches("[ab]:.*00")).sorted().toList();
    byte[] first = onNode(chunks.get(0)).bytes();
    putOnNode(chunks.get(0), onNode(chunks.get(1)).bytes());
    putOnNode(chunks.get(1), first);

    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      assertFalse(isRead(await(chunked.load("a"))));
      assertFalse(isRead(await(chunked.load("b"))));
      assertEquals(1, log.warnings().size());
    }
  }

  private static boolean isRead(@Nullable StoredValue found) {
    return found != null && found.bytes().length == 1_500;
  }

  private SealedStore sealed(EncryptionMigration step, int... keys) {
    return sealed(step, new TestKeys(keys), () -> CompletableFuture.completedFuture(null));
  }

  private SealedStore sealed(
      EncryptionMigration step, TestKeys keys, Supplier<CompletableFuture<Void>> newerKeys) {
    Sealing sealing = Sealing.with(new Sealer(keys, new SecureRandom()), step);
    return new SealedStore("n1", node, sealing, newerKeys, metrics, clock);
  }

  private void put(String key, String value) {
    var unused =
        await(store.store(key, bytes(value), TimeToLive.UNLIMITED, WriteCondition.always()));
  }

  private void move(String from, String to) {
    putOnNode(to, onNode(from).bytes());
  }

  private StoredValue onNode(String key) {
    StoredValue found = await(node.load(key));
    assertNotNull(found);
    return found;
  }

  private void putOnNode(String key, byte[] value) {
    assertTrue(
        await(node.store(key, value, TimeToLive.UNLIMITED, WriteCondition.always())).isStored());
  }

  private static byte[] bytesOf(@Nullable StoredValue value) {
    assertNotNull(value);
    return value.bytes();
  }
}
