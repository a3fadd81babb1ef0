package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Few bytes cannot keep the processor busy for long. */
public abstract class WorkKit {

  private static final int DEPTH = 90;
  private static final int COMPARATORS = 34;
  private static final int KEYS = 5_000;
  private static final int MANY_KEYS = 20_000;
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration HANGS = Duration.ofSeconds(30);

  private static final DecodeLimits IMPATIENT =
      DecodeLimits.DEFAULTS.withWork(1_000_000, Duration.ofMillis(20));

  /** Of an eighth of the bytes: where texts are not shared, a graph full of them is too large. */
  private static final DecodeLimits SMALL =
      new DecodeLimits(1_000, 10_000_000, 64 * 1024 * 1024, 16 * 1024 * 1024);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Transcoder transcoder = transcoder(DecodeLimits.DEFAULTS);
  private final Transcoder impatient = transcoder(IMPATIENT);

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /**
   * Encodes a graph that the serializer would refuse to write.
   *
   * @param alike a harmless graph of the same classes
   */
  protected byte[] hostile(Object graph, Object alike) {
    Transcoder careless =
        transcoder(DecodeLimits.DEFAULTS.withWork(Long.MAX_VALUE, Duration.ofDays(1)));
    careless.encode(alike); // after that it does not try whether it can read these classes
    return careless.encode(graph);
  }

  /** So many keys of one hash code are refused, whatever table they are in. */
  protected int manyKeys() {
    return MANY_KEYS;
  }

  /** Returns whether the serializer fills such a container without comparing its keys. */
  protected boolean comparesNothing(String container) {
    return false;
  }

  private Transcoder transcoder(DecodeLimits limits) {
    ClassFilter filter = Filters.ofLoader(WorkKit.class.getClassLoader(), "");
    return factory().create(new TranscoderContext(filter, limits, false, List.of()));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenKeyTakesForEverToHashThenIsRefusedSoon() {
    return tests(
        Bombs.exponential(DEPTH), bomb -> assertRefusedSoon(hostile(bomb.graph(), bomb.alike())));
  }

  @Test
  void decodeWhenFieldOfKeyTakesForEverToHashThenIsRefusedSoon() {
    Bombs.Bomb bomb = Bombs.inField(DEPTH);

    assertRefusedSoon(hostile(bomb.graph(), bomb.alike()));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenKeyTakesForEverToHashThenIsRefused() {
    return tests(Bombs.exponential(DEPTH), bomb -> assertUnwritable(bomb.graph()));
  }

  @Test
  void encodeWhenMapOfSuchKeysIsCopiedThenIsRefused() {
    assertUnwritable(Bombs.copied(DEPTH));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenKeyHoldsItselfThenIsRefusedSoon() {
    return tests(Bombs.endless(), bomb -> assertRefusedSoon(hostile(bomb.graph(), bomb.alike())));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenKeyHoldsItselfThenIsRefused() {
    return tests(Bombs.endless(), bomb -> assertUnwritable(bomb.graph()));
  }

  @Test
  @SuppressWarnings("CollectionUndefinedEquality")
  void encodeWhenSetHoldsItselfThenIsRefused() {
    Set<Object> set = new HashSet<>();
    set.add(set);

    assertUnwritable(set);
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenManyKeysCollideThenIsRefusedSoon() {
    return tests(
        Bombs.quadratic(KEYS),
        bomb -> {
          byte[] bytes = hostile(bomb.graph(), bomb.alike());
          if (comparesNothing(bomb.name())) {
            decodeSoon(impatient, bytes);
          } else {
            assertRefusedSoon(impatient, bytes);
          }
        });
  }

  /** What was read back once, with harmless keys, is no proof; nor are they all compared before. */
  @TestFactory
  Stream<DynamicTest> encodeWhenManyKeysHaveOneHashCodeThenIsRefusedSoon() {
    return tests(Bombs.alike(manyKeys()), this::assertRefusedAfterItsLike);
  }

  private void assertRefusedAfterItsLike(Bombs.Bomb bomb) {
    transcoder.encode(bomb.alike());

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> soon(() -> transcoder.encode(bomb.graph())));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
  }

  @Test
  void decodeWhenNumbersTakeLongToCompareThenIsRefusedSoon() {
    Bombs.Bomb bomb = Bombs.ofDecimals(300);
    DecodeLimits hasty = DecodeLimits.DEFAULTS.withWork(1_000_000, Duration.ofMillis(1));

    assertRefusedSoon(transcoder(hasty), hostile(bomb.graph(), bomb.alike()));
  }

  /** Counted, not timed: without the refusal they compare until {@link Counted} has enough. */
  @TestFactory
  Stream<DynamicTest> decodeWhenComparatorRunsOthersWithoutEndThenIsRefusedBeforeItDoes() {
    return tests(
        ComparatorBombs.exponential(COMPARATORS),
        bomb -> assertRefusedUncompared(hostile(bomb.graph(), bomb.alike())));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenComparatorRunsOthersWithoutEndThenIsRefusedBeforeItDoes() {
    return tests(
        ComparatorBombs.exponential(COMPARATORS),
        bomb -> {
          transcoder.encode(bomb.alike()); // what was read back once is no proof
          Counted.count(
              () -> {
                TranscoderException refusal =
                    assertThrows(TranscoderException.class, () -> transcoder.encode(bomb.graph()));

                assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
              });
        });
  }

  @Test
  void encodeWhenComparatorRunsOthersWithoutEndThenSaysWhere() {
    assertUnwritable(ComparatorBombs.exponential(COMPARATORS).get(0).graph());
  }

  /** Whether a text that is there twice is written once. */
  protected boolean sharesTexts() {
    return true;
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenLongTextsAreComparedAgainAndAgainThenIsRefused() {
    return tests(
        sharesTexts() ? ComparatorBombs.longTexts() : List.of(),
        bomb -> assertRefusedUncompared(hostile(bomb.graph(), bomb.alike())));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenLongTextsAreComparedAgainAndAgainThenIsRefused() {
    Transcoder small = transcoder(SMALL);
    return tests(
        ComparatorBombs.longTexts(),
        bomb -> {
          small.encode(bomb.alike());
          assertThrows(TranscoderException.class, () -> small.encode(bomb.graph()));
        });
  }

  private void assertRefusedUncompared(byte[] bytes) {
    Counted.count(
        () -> {
          TranscoderException refusal =
              assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));

          assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
        });
  }

  /** An application sorts much, by several things, and has long texts beside. */
  @TestFactory
  Stream<DynamicTest> decodeWhenMuchIsSortedThenIsThere() {
    return ComparatorBombs.honest().entrySet().stream()
        .map(
            graph ->
                DynamicTest.dynamicTest(
                    graph.getKey(),
                    () ->
                        assertEquals(
                            ComparatorBombs.content(graph.getValue()),
                            ComparatorBombs.content(
                                transcoder.decode(transcoder.encode(graph.getValue()))))));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenAKeyLeadsBackToItsTableThenCanBeRead() {
    return tests(Owned.graphs(), this::assertReadOrRefused);
  }

  private void assertReadOrRefused(Bombs.Bomb owned) {
    transcoder.encode(owned.alike());
    byte[] bytes;
    try {
      bytes = transcoder.encode(owned.graph());
    } catch (TranscoderException e) {
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      return;
    }
    assertDoesNotThrow(() -> transcoder.decode(bytes));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAKeyHadAnotherHashCodeBeforeItsOwnerThenIsFoundOrWasRefused() {
    return Owned.quiet().entrySet().stream()
        .map(
            owner ->
                DynamicTest.dynamicTest(
                    owner.getKey(), () -> assertFoundOrRefused(owner.getValue())));
  }

  private void assertFoundOrRefused(Owned.Owner owner) {
    byte[] bytes;
    try {
      bytes = transcoder.encode(owner);
    } catch (TranscoderException e) {
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      return;
    }
    assertTrue(Owned.findsItsKeys((Owned.Owner) transcoder.decode(bytes)));
  }

  private static Stream<DynamicTest> tests(List<Bombs.Bomb> bombs, Consumer<Bombs.Bomb> test) {
    return bombs.stream()
        .map(bomb -> DynamicTest.dynamicTest(bomb.name(), () -> test.accept(bomb)));
  }

  private void assertUnwritable(Object bomb) {
    Map<String, Object> session = new LinkedHashMap<>(Map.of("bad", bomb));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(session));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("[\"bad\"]"), message);
  }

  private void assertRefusedSoon(byte[] bytes) {
    assertRefusedSoon(transcoder, bytes);
  }

  private static void assertRefusedSoon(Transcoder transcoder, byte[] bytes) {
    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> decodeSoon(transcoder, bytes));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
  }

  private static void decodeSoon(Transcoder transcoder, byte[] bytes) {
    soon(() -> transcoder.decode(bytes));
  }

  /** In a thread of its own, so that what goes on for ever fails too. */
  private static void soon(Supplier<Object> work) {
    AtomicLong took = new AtomicLong();
    try {
      assertTimeoutPreemptively(
          HANGS,
          () -> {
            long start = THREADS.getCurrentThreadCpuTime();
            try {
              return work.get();
            } finally {
              took.set(THREADS.getCurrentThreadCpuTime() - start);
            }
          });
    } finally {
      assertTrue(took.get() < SOON.toNanos(), () -> "took " + took + " ns");
    }
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenGraphIsLargeThenIsEqual() {
    return large().entrySet().stream()
        .map(
            graph ->
                DynamicTest.dynamicTest(
                    graph.getKey(),
                    () ->
                        assertEquals(
                            graph.getValue(),
                            transcoder.decode(transcoder.encode(graph.getValue())))));
  }

  /** What an application may really have. */
  private static Map<String, Object> large() {
    Map<Object, Object> texts = new HashMap<>();
    Set<Object> lists = new HashSet<>();
    Map<Object, Object> sets = new TreeMap<>();
    List<Object> shared = new ArrayList<>();
    List<Object> countries = new ArrayList<>();
    Map<Object, Object> mixed = new HashMap<>();
    for (int i = 0; i < GraphSize.of(20_000); i++) {
      texts.put("key " + i, "value " + i);
      lists.add(new ArrayList<>(List.of("row", i)));
      sets.put(i, new HashSet<>(Set.of("a", i)));
      mixed.put(i % 2 == 0 ? (Object) i : "key " + i, (long) i);
    }
    for (int i = 0; i < 250; i++) {
      countries.add("country " + i);
    }
    for (int i = 0; i < GraphSize.of(5_000); i++) {
      shared.add(new HashMap<>(Map.of("row", i, "countries", countries)));
    }
    Map<String, Object> graphs = new LinkedHashMap<>();
    graphs.put("texts by texts", texts);
    graphs.put("set of lists", lists);
    graphs.put("many sets", sets);
    graphs.put("rows that share a list", shared);
    graphs.put("keys of two classes", mixed);
    graphs.put("one large key", new HashMap<>(Map.of(new ArrayList<>(lists), "v")));
    return graphs;
  }
}
