package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Many threads share a transcoder, and the application changes what is being written. */
@SuppressWarnings("JdkObsolete")
public abstract class ConcurrencyKit {

  private static final int ROUNDS = GraphSize.of(200);

  /** An enum with enough of them. */
  private static final List<Character.UnicodeScript> CONSTANTS =
      List.of(Character.UnicodeScript.values());

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(boolean copyCollections) {
    ClassFilter filter = Filters.ofLoader(ConcurrencyKit.class.getClassLoader(), "");
    return factory()
        .create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, copyCollections, List.of()));
  }

  @Test
  void encodeWhenManyThreadsShareTheTranscoderThenEachGetsItsOwnGraph() throws Exception {
    Transcoder transcoder = transcoder(false);
    ExecutorService executor = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> results =
          IntStream.range(0, 64)
              .mapToObj(i -> executor.submit(() -> survives(transcoder, i)))
              .toList();

      for (Future<Boolean> result : results) {
        assertTrue(result.get());
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static boolean survives(Transcoder transcoder, int seed) {
    for (int i = 0; i < 50; i++) {
      Samples.Bean bean = new Samples.Bean("thread " + seed, i);
      Object copy = transcoder.decode(transcoder.encode(List.of(bean, bean)));
      if (!Sameness.holds(List.of(bean, bean), copy)) {
        return false;
      }
    }
    return true;
  }

  /** What another thread changes while it is written. */
  private record Changing(Object object, IntConsumer add, IntConsumer remove) {

    static Changing of(Collection<Object> collection) {
      return new Changing(
          collection,
          i -> collection.add(element(collection, i)),
          i -> collection.remove(element(collection, i)));
    }

    static Changing of(Map<Object, Object> map) {
      return new Changing(
          map, i -> map.put(element(map, i), "v" + i), i -> map.remove(element(map, i)));
    }

    private static Object element(Object collection, int i) {
      return collection instanceof EnumMap || collection instanceof EnumSet
          ? CONSTANTS.get(i)
          : (Object) i;
    }

    void addAll(int from, int count) {
      IntStream.range(from, from + count).forEach(add);
    }

    void removeAll(int from, int count) {
      IntStream.range(from, from + count).forEach(remove);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Stream<Changing> changings() {
    return Stream.of(
        Changing.of(new ArrayList<>()),
        Changing.of(new LinkedList<>()),
        Changing.of(new Vector<>()),
        Changing.of(new ArrayDeque<>()),
        Changing.of(new PriorityQueue<>()),
        Changing.of(new LinkedBlockingQueue<>()),
        Changing.of(new CopyOnWriteArrayList<>()),
        Changing.of(new HashSet<>()),
        Changing.of(new LinkedHashSet<>()),
        Changing.of(new TreeSet<>()),
        Changing.of(new ConcurrentSkipListSet<>()),
        Changing.of((Collection) EnumSet.noneOf(Character.UnicodeScript.class)),
        Changing.of(new HashMap<>()),
        Changing.of(new LinkedHashMap<>()),
        Changing.of(new LinkedHashMap<>(16, 0.75f, true)),
        Changing.of(new TreeMap<>()),
        Changing.of(new Hashtable<>()),
        Changing.of(new Properties()),
        Changing.of(new ConcurrentHashMap<>()),
        Changing.of(new ConcurrentSkipListMap<>()),
        Changing.of(new IdentityHashMap<>()),
        Changing.of((Map) new EnumMap<>(Character.UnicodeScript.class)),
        Changing.of(Collections.synchronizedMap(new HashMap<>())),
        Changing.of(Collections.synchronizedList(new ArrayList<>())));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenCollectionChangesMeanwhileThenBytesAreNeverBroken() {
    return Stream.of(false, true)
        .flatMap(
            copy ->
                changings()
                    .map(
                        changing ->
                            DynamicTest.dynamicTest(
                                changing.object().getClass().getSimpleName()
                                    + (copy ? " copied" : ""),
                                () -> check(transcoder(copy), changing))));
  }

  private static void check(Transcoder transcoder, Changing changing) throws Exception {
    changing.addAll(0, 50);
    Map<String, Object> session = new LinkedHashMap<>(Map.of("attribute", changing.object()));
    transcoder.encode(session);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<?> changes =
          executor.submit(
              () -> {
                while (!stop.get()) {
                  changing.addAll(50, 10);
                  changing.removeAll(50, 10);
                }
              });
      for (int i = 0; i < ROUNDS; i++) {
        byte[] bytes;
        try {
          bytes = transcoder.encode(session);
        } catch (ConcurrentModificationException e) {
          continue;
        }
        assertSound(changing.object(), ((Map<?, ?>) transcoder.decode(bytes)).get("attribute"));
      }
      stop.set(true);
      changes.get();
    } finally {
      stop.set(true);
      executor.shutdownNow();
    }
  }

  /** It may be of no single moment, but holds nothing that it never held. */
  private static void assertSound(Object original, @Nullable Object copy) {
    assertNotNull(copy);
    assertEquals(original.getClass(), copy.getClass());
    List<Object> foreign =
        new ArrayList<>(copy instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) copy);
    IntStream.range(0, 60)
        .mapToObj(i -> Changing.element(original, i))
        .forEach(element -> foreign.removeIf(element::equals));
    assertEquals(List.of(), foreign);
  }
}
