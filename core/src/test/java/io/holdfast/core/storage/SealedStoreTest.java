package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.storage.StoreException.Reason;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

  @Test
  void loadWhenManyAreRefusedThenOneLineAMinute() {
    putOnNode("k", bytes("not sealed"));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      for (int i = 0; i < 3; i++) {
        var unused = await(store.load("k"));
      }
      clock.advance(Duration.ofMinutes(1));
      var unused = await(store.load("k"));

      assertEquals(2, log.warnings().size());
      assertTrue(log.warnings().get(1).contains("2 more since"), log.warnings()::toString);
      assertEquals(4, metrics.get(Metric.SEALS_REFUSED));
    }
  }

  @Test
  void loadWhenTheClockIsSetBackThenTheNextLineIsWritten() {
    putOnNode("k", bytes("not sealed"));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      var unused = await(store.load("k"));
      clock.advance(Duration.ofHours(-5));
      var unusedToo = await(store.load("k"));

      assertEquals(2, log.warnings().size());
    }
  }

  @Test
  void loadPairWhenOneIsRefusedThenTheOtherIsThere() {
    put("k", "value");
    putOnNode("k:a", bytes("beside"));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      StoredPair found = loadPair(store, "k", "k:a");

      assertArrayEquals(bytes("value"), bytesOf(found.value()));
      assertArrayEquals(new byte[0], bytesOf(found.beside()));
      assertEquals(1, log.warnings().size());
    }
  }

  @Test
  void loadPairIfChangedWhenUnchangedThenTheOtherIsOpened() {
    put("k", "value");
    put("k:a", "beside");
    long known = Objects.requireNonNull(await(store.load("k"))).version();
    node.clearOperations();

    PairAnswer answer =
        await(store.loadPairIfChanged("k", "k:a", new KnownValue(known, 10_000, false)));

    assertArrayEquals(
        bytes("beside"), bytesOf(assertInstanceOf(PairAnswer.Unchanged.class, answer).beside()));
    assertEquals(List.of("compare k", "load k:a"), node.operations());
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

  @Test
  void loadWhenTheKeyIsNotKnownBehindALookEitherThenIsRefusedOnce() {
    var unused =
        await(
            sealed(EncryptionMigration.NONE, 2)
                .store("k", bytes("new"), HOUR, WriteCondition.always()));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      StoredValue found = await(store.load("k"));

      assertNotNull(found);
      assertEquals(0, found.bytes().length);
      assertEquals(1, metrics.get(Metric.SEALS_REFUSED));
      assertEquals(1, log.warnings().size());
    }
  }

  /** Who changes first must read what the others write, before and after they change. */
  @ParameterizedTest
  @EnumSource(names = {"PREPARE", "SEAL"})
  void loadWhenItMigratesThenBothAreReadAndOneLineAnHour(EncryptionMigration step) {
    SealedStore migrating = sealed(step, 1);
    put("sealed", "one");
    putOnNode("k", bytes("not sealed"));
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      assertArrayEquals(bytes("one"), bytesOf(await(migrating.load("sealed"))));
      assertArrayEquals(bytes("not sealed"), bytesOf(await(migrating.load("k"))));
      assertArrayEquals(bytes("not sealed"), bytesOf(await(migrating.load("k"))));
      clock.advance(Duration.ofHours(1));
      assertArrayEquals(bytes("not sealed"), bytesOf(await(migrating.load("k"))));

      assertEquals(2, log.warnings().size(), log.warnings()::toString);
      assertEquals(3, metrics.get(Metric.UNSEALED_READ));
      assertEquals(0, metrics.get(Metric.SEALS_REFUSED));
    }
  }

  @ParameterizedTest
  @EnumSource
  void storeWhenItMigratesThenSealedFromTheSecondStepOn(EncryptionMigration step) {
    SealedStore migrating = sealed(step, 1);

    var unused = await(migrating.store("k", bytes("v"), HOUR, WriteCondition.always()));

    assertEquals(step != EncryptionMigration.PREPARE, Sealer.isSealed(onNode("k").bytes()));
  }

  /** Also while unsealed values are read: what is sealed with another key was not ours. */
  @ParameterizedTest
  @EnumSource
  void loadWhenSealedWithAnotherKeyThenUnreadable(EncryptionMigration step) {
    put("k", "v");
    try (CapturedLog log = new CapturedLog(SealedStore.class)) {
      StoredValue found = await(sealed(step, 2).load("k"));

      assertNotNull(found);
      assertEquals(0, found.bytes().length);
      assertTrue(log.warnings().get(0).contains("the key k1, which is not known"));
    }
  }

  /** A session that is used and not changed is extended only, and would go with the former key. */
  @Test
  void touchWhenAnotherKeySealsByNowThenItIsOpenWhenTheFormerIsRemoved() {
    put("k", "v");
    await(store.append("k", bytes(" and more")));

    assertTrue(await(sealed(EncryptionMigration.NONE, 2, 1).touch("k", HOUR)));

    assertArrayEquals(
        bytes("v and more"), bytesOf(await(sealed(EncryptionMigration.NONE, 2).load("k"))));
    clock.advance(Duration.ofHours(1));
    assertNull(await(node.load("k")));
  }

  @ParameterizedTest
  @EnumSource
  void touchWhenTheValueIsUnsealedThenItIsSealedInTheSecondStep(EncryptionMigration step) {
    putOnNode("k", bytes("v"));

    assertTrue(await(sealed(step, 1).touch("k", HOUR)));

    assertEquals(step == EncryptionMigration.SEAL, Sealer.isSealed(onNode("k").bytes()));
  }

  /** The way back. */
  @Test
  void touchWhenTheValueIsSealedThenItIsUnsealedInTheFirstStep() {
    put("k", "v");

    assertTrue(await(sealed(EncryptionMigration.PREPARE, 1).touch("k", HOUR)));

    assertArrayEquals(bytes("v"), onNode("k").bytes());
  }

  @Test
  void touchWhenTheFirstKeySealedItThenItStaysAsItIs() {
    put("k", "v");
    long version = onNode("k").version();

    assertTrue(await(sealed(EncryptionMigration.SEAL, 1, 2).touch("k", HOUR)));
    assertFalse(await(sealed(EncryptionMigration.SEAL, 1, 2).touch("none", HOUR)));

    assertEquals(version, onNode("k").version());
  }

  /** The Tomcat that replaces it may have raised the session's interval. */
  @Test
  void touchWhenTheValueIsReplacedMeanwhileThenTheNewOneKeepsItsTime() {
    put("k", "before");
    boolean[] isFirst = {true};
    node.onStore(
        () -> {
          if (isFirst[0]) { // between the read and the write of the other
            isFirst[0] = false;
            put("k", "after");
          }
        });

    assertTrue(await(sealed(EncryptionMigration.NONE, 2, 1).touch("k", HOUR)));

    clock.advance(Duration.ofHours(1));
    assertArrayEquals(bytes("after"), bytesOf(await(store.load("k"))));
  }

  @Test
  void touchWhenTheNodeRefusesTheNewFormThenItIsExtendedAsItIs() {
    put("k", "v");
    byte[] before = onNode("k").bytes();
    node.onStore(() -> node.failWith(Reason.REFUSED));

    assertTrue(await(sealed(EncryptionMigration.NONE, 2, 1).touch("k", HOUR)));

    node.heal();
    assertArrayEquals(before, onNode("k").bytes());
    clock.advance(Duration.ofHours(1));
    assertNull(await(node.load("k")));
  }

  @Test
  void touchWhenNoKeyOpensTheValueThenItStaysAsItIs() {
    put("k", "v");
    byte[] before = onNode("k").bytes();

    assertTrue(await(sealed(EncryptionMigration.NONE, 2, 3).touch("k", HOUR)));

    assertArrayEquals(before, onNode("k").bytes());
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
