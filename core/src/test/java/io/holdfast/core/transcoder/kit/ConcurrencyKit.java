package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Many threads share a transcoder, and the application changes what is being written. */
@SuppressWarnings("JdkObsolete")
public abstract class ConcurrencyKit {

  private static final int ROUNDS = 500;

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(boolean copyCollections) {
    ClassFilter filter = ClassFilter.create(ConcurrencyKit.class.getClassLoader(), "");
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

  @TestFactory
  Stream<DynamicTest> encodeWhenCollectionChangesMeanwhileThenBytesAreNeverBroken() {
    return Stream.of(false, true)
        .flatMap(
            copy ->
                Stream.of(
                        new ArrayList<>(),
                        new LinkedList<>(),
                        new ArrayDeque<>(),
                        new HashSet<>(),
                        new HashMap<>(),
                        new LinkedHashMap<>(),
                        new TreeMap<>(),
                        new ConcurrentHashMap<>())
                    .map(
                        changing ->
                            DynamicTest.dynamicTest(
                                changing.getClass().getSimpleName() + (copy ? " copied" : ""),
                                () -> check(transcoder(copy), changing))));
  }

  private static void check(Transcoder transcoder, Object changing) throws Exception {
    change(changing, 0, 50);
    transcoder.encode(changing);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<?> changes =
          executor.submit(
              () -> {
                while (!stop.get()) {
                  change(changing, 50, 10);
                  undo(changing, 50, 10);
                }
              });
      for (int i = 0; i < ROUNDS; i++) {
        byte[] bytes;
        try {
          bytes = transcoder.encode(changing);
        } catch (ConcurrentModificationException e) {
          continue;
        }
        assertEquals(changing.getClass(), transcoder.decode(bytes).getClass());
      }
      stop.set(true);
      changes.get();
    } finally {
      stop.set(true);
      executor.shutdownNow();
    }
  }

  @SuppressWarnings("unchecked")
  private static void change(Object changing, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (changing instanceof Map<?, ?> map) {
        ((Map<Object, Object>) map).put(i, "v" + i);
      } else {
        ((Collection<Object>) changing).add(i);
      }
    }
  }

  private static void undo(Object changing, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (changing instanceof Map<?, ?> map) {
        map.remove(i);
      } else {
        ((Collection<?>) changing).remove((Object) i);
      }
    }
  }
}
