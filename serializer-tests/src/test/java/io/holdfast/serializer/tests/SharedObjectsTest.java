package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.tests.Holders.Holder;
import java.sql.Timestamp;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * An object that can change, of every kind, to which an attribute and a holder of every kind refer,
 * or two holders: it is one object after a round trip too, or the session is refused.
 */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete", "UnnecessaryStringBuilder"})
final class SharedObjectsTest {

  private static final List<Supplier<Object>> SHARED =
      List.of(
          () -> new Date(1),
          () -> new Timestamp(1),
          () -> new GregorianCalendar(2026, 1, 1),
          () -> new StringBuilder("x"),
          () -> new StringBuffer("x"),
          () -> new AtomicBoolean(true),
          () -> new AtomicInteger(1),
          () -> new AtomicLong(1),
          () -> new AtomicReference<>("x"),
          () -> new AtomicIntegerArray(3),
          () -> BitSet.valueOf(new long[] {5}),
          () -> new Random(1),
          () -> new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.ROOT)),
          () -> new int[] {1},
          () -> new byte[] {1},
          () -> new String[] {"x"},
          () -> new Object[] {"x"},
          () -> new int[][] {{1}},
          () -> new Date[] {new Date(1)},
          () -> new IllegalStateException("x"),
          () -> new ArrayList<>(List.of(1)),
          () -> new HashMap<>(Map.of(1, 1)),
          () -> new EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
          () -> new SimpleEntry<>(1, 1),
          () -> new LinkedBlockingQueue<>(List.of(1)),
          () -> Arrays.asList(1, 2),
          () -> new Holders.Bean("x"),
          () -> new Holders.MapOfOurs("x"),
          ReentrantLock::new,
          ReentrantReadWriteLock::new,
          StampedLock::new,
          () -> new Semaphore(1),
          // those for which JDK serialization writes others
          () -> new Holders.Replaced("x"),
          () -> EnumSet.of(TimeUnit.DAYS),
          () -> Collections.synchronizedList(new ArrayList<>(List.of(1))),
          () -> {
            LongAdder adder = new LongAdder();
            adder.add(1);
            return adder;
          });

  /** What becomes of an object to which two refer. */
  private enum Outcome {
    ONE,
    TWO,
    REFUSED
  }

  /** What becomes of every kind in every pair of holders, in the order of {@link #forEachPair}. */
  private static final Map<Serializer, List<Outcome>> OUTCOMES = new HashMap<>();

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#WITH_OPTIONS")
  void decodeWhenTwoReferToOneObjectThenTheyStillDo(Serializer serializer) {
    Iterator<Outcome> outcomes = outcomes(serializer).iterator();
    List<String> wrong = new ArrayList<>();
    forEachPair(
        SHARED,
        (shared, pair) -> {
          if (outcomes.next() == Outcome.TWO) {
            wrong.add(shared.getClass().getSimpleName() + " of " + pair);
          }
        });
    assertEquals(List.of(), wrong);
  }

  private static List<Outcome> outcomes(Serializer serializer) {
    return OUTCOMES.computeIfAbsent(
        serializer,
        each -> {
          Transcoder transcoder = each.transcoder();
          List<Outcome> outcomes = new ArrayList<>();
          forEachPair(
              SHARED,
              (shared, pair) ->
                  outcomes.add(outcome(transcoder, shared, pair.get(0), pair.get(1))));
          return outcomes;
        });
  }

  private static void forEachPair(
      List<Supplier<Object>> kinds, BiConsumer<Object, List<Holder>> test) {
    List<Holder> holders = new ArrayList<>(Holders.all());
    Holder alone = new Holder("attribute", x -> x, x -> x);
    for (Supplier<Object> kind : kinds) {
      for (int i = 0; i < holders.size(); i++) {
        Holder one = holders.get(i);
        Holder next = holders.get((i + 1) % holders.size());
        for (List<Holder> pair :
            List.of(List.of(one, alone), List.of(alone, one), List.of(one, next))) {
          test.accept(kind.get(), pair);
        }
      }
    }
  }

  private static Outcome outcome(Transcoder transcoder, Object shared, Holder a, Holder b) {
    Map<String, Object> session = new LinkedHashMap<>();
    session.put("a", a.holding().apply(shared));
    session.put("b", b.holding().apply(shared));
    byte[] bytes;
    try {
      bytes = transcoder.encode(session);
    } catch (TranscoderException e) {
      return Outcome.REFUSED;
    }
    Map<?, ?> read = (Map<?, ?>) transcoder.decode(bytes);
    Object first = a.held().apply(read.get("a"));
    return first.getClass() == shared.getClass() && first == b.held().apply(read.get("b"))
        ? Outcome.ONE
        : Outcome.TWO;
  }

  /** A serializer that keeps an object one when it is written together must not write it apart. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#WITH_OPTIONS")
  void encodeApartWhenTwoReferToOneObjectThenTogether(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Iterator<Outcome> outcomes = outcomes(serializer).iterator();
    List<String> wrong = new ArrayList<>();
    forEachPair(
        SHARED,
        (shared, pair) -> {
          List<Object> roots = pair.stream().map(holder -> holder.holding().apply(shared)).toList();
          if (outcomes.next() == Outcome.ONE && transcoder.encodeApart(roots) != null) {
            wrong.add(shared.getClass().getSimpleName() + " of " + pair);
          }
        });
    assertEquals(List.of(), wrong);
  }

  /** What a holder of any kind holds itself does not make it look shared. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#WITH_OPTIONS")
  void encodeApartWhenHoldersShareAValueThenApart(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    List<String> together = new ArrayList<>();
    for (Holder holder : Holders.all()) {
      List<Object> roots = List.of(holder.holding().apply("x"), holder.holding().apply("x"));
      if (isWrittenTogether(transcoder, roots)) {
        together.add(holder.name());
      }
    }
    assertEquals(List.of(), together);
  }

  private static boolean isWrittenTogether(Transcoder transcoder, List<Object> roots) {
    try {
      return transcoder.encodeApart(roots) == null;
    } catch (TranscoderException e) {
      return false; // refused, however it is written
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#WITH_OPTIONS")
  void decodeWhenListIsAViewOfAnArrayThenItStillIs(Serializer serializer) {
    String[] array = {"x"};
    Transcoder transcoder = serializer.transcoder();
    Object[] read =
        (Object[]) transcoder.decode(transcoder.encode(new Object[] {Arrays.asList(array), array}));

    ((String[]) read[1])[0] = "y";

    assertEquals(List.of("y"), read[0]);
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#WITH_OPTIONS")
  void decodeWhenQueueIsOfAClassOfTheApplicationThenItsLocksWork(Serializer serializer)
      throws Exception {
    Transcoder transcoder = serializer.transcoder();
    BlockingQueue<?> queue =
        (BlockingQueue<?>) transcoder.decode(transcoder.encode(new Holders.QueueOfOurs("x")));

    assertEquals("x", queue.take());
    assertEquals(null, queue.poll(1, TimeUnit.NANOSECONDS));
  }
}
