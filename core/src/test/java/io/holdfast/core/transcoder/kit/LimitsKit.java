package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The limits hold when reading, and what they would refuse is refused when it is written. */
public abstract class LimitsKit {

  private static final DecodeLimits TIGHT = new DecodeLimits(50, 500, 1_000, 20_000);

  private final Transcoder generous = transcoder(DecodeLimits.DEFAULTS);
  private final Transcoder tight = transcoder(TIGHT);

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(DecodeLimits limits) {
    ClassFilter filter = Filters.ofLoader(LimitsKit.class.getClassLoader(), "");
    return factory().create(new TranscoderContext(filter, limits, false, List.of()));
  }

  private static Map<String, Object> excesses() {
    return Map.of(
        "objects nested too deeply", nodes(200),
        "lists nested too deeply", lists(200),
        "too many objects", many(5_000),
        "array too long", new int[2_000],
        "too many bytes", "x".repeat(30_000));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenLimitIsExceededThenIsRefused() {
    return excesses().entrySet().stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey(), () -> assertRefused(tight, generous.encode(e.getValue()))));
  }

  private static void assertRefused(Transcoder transcoder, byte[] bytes) {
    TranscoderException e = assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));

    assertEquals(Reason.LIMIT_EXCEEDED, e.reason(), e.getMessage());
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenLimitIsExceededThenIsRefused() {
    return excesses().entrySet().stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey(),
                    () ->
                        assertThrows(TranscoderException.class, () -> tight.encode(e.getValue()))));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenNestedFarTooDeeplyThenIsRefused() {
    return Stream.of(nodes(100_000), lists(100_000))
        .map(
            graph ->
                DynamicTest.dynamicTest(
                    graph.getClass().getSimpleName(),
                    () -> assertThrows(TranscoderException.class, () -> generous.encode(graph))));
  }

  /** A megabyte too much is not collected first and refused then. */
  @TestFactory
  Stream<DynamicTest> encodeWhenGraphGetsTooLargeThenTheRestIsNotWritten() {
    return Map.<String, Object>of(
            "byte arrays", new byte[1_000],
            "texts", "x".repeat(1_000),
            "number arrays", LongStream.range(0, 125).map(i -> Long.MAX_VALUE - i).toArray())
        .entrySet()
        .stream()
        .map(
            part ->
                DynamicTest.dynamicTest(
                    part.getKey(),
                    () -> {
                      AtomicInteger written = new AtomicInteger();
                      List<Object> graph = new ArrayList<>();
                      for (int i = 0; i < 100; i++) {
                        graph.add(Misbehaving.calling(written::incrementAndGet));
                        graph.add(copyOf(part.getValue()));
                      }

                      TranscoderException e =
                          assertThrows(TranscoderException.class, () -> tight.encode(graph));

                      assertEquals(Reason.LIMIT_EXCEEDED, e.reason(), e.getMessage());
                      assertTrue(written.get() <= 25, () -> "objects written: " + written);
                    }));
  }

  @SuppressWarnings("StringOperationCanBeSimplified")
  private static Object copyOf(Object part) {
    return part instanceof byte[] bytes
        ? bytes.clone()
        : part instanceof long[] numbers ? numbers.clone() : new String((String) part);
  }

  private static Object nodes(int depth) {
    Samples.Node node = new Samples.Node("last");
    for (int i = 1; i < depth; i++) {
      Samples.Node outer = new Samples.Node("n");
      outer.next = node;
      node = outer;
    }
    return node;
  }

  private static Object lists(int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = 1; i < depth; i++) {
      List<Object> outer = new ArrayList<>();
      outer.add(list);
      list = outer;
    }
    return list;
  }

  private static Object many(int count) {
    List<Object> parts = new ArrayList<>();
    for (int i = 0; i < count / 100; i++) {
      List<Object> part = new ArrayList<>();
      for (int j = 0; j < 100; j++) {
        part.add(new Samples.Empty());
      }
      parts.add(part);
    }
    return parts;
  }
}
