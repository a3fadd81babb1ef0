package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.DeepTranscoder;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bytes that no serializer wrote: only a {@link TranscoderException} comes of them, and soon. */
public abstract class HostileBytesKit {

  private final Transcoder transcoder = transcoder(DecodeLimits.DEFAULTS);

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(DecodeLimits limits) {
    ClassFilter filter = Filters.ofLoader(HostileBytesKit.class.getClassLoader(), "");
    return factory().create(new TranscoderContext(filter, limits, false, List.of()));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenGraphHoldsATrapThenRejectedBeforeItSprings() {
    return Trap.graphs().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> {
                      byte[] bytes = transcoder.encode(entry.getValue());
                      Transcoder strict = outsider();
                      Trap.SPRUNG.set(0);

                      TranscoderException refusal =
                          assertThrows(TranscoderException.class, () -> strict.decode(bytes));

                      assertEquals(Reason.REJECTED_CLASS, refusal.reason());
                      assertEquals(0, Trap.SPRUNG.get());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenClassIsNotAllowedThenRejected() {
    return Trap.graphs().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> {
                      Transcoder strict = outsider();

                      TranscoderException refusal =
                          assertThrows(
                              TranscoderException.class, () -> strict.encode(entry.getValue()));

                      assertEquals(Reason.REJECTED_CLASS, refusal.reason());
                    }));
  }

  /** A transcoder of an application that the traps are no part of. */
  private Transcoder outsider() {
    ClassLoader empty = new URLClassLoader(new URL[0], HostileBytesKit.class.getClassLoader());
    return factory().create(TranscoderContext.of(Filters.ofLoader(empty, "")));
  }

  @Test
  void encodeWhenTooDeepThenRefused() {
    Object graph = nested(100_000);
    Transcoder onAnyStack = new DeepTranscoder(transcoder);

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> onAnyStack.encode(graph));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
  }

  @Test
  void decodeWhenAsDeepAsAllowedThenEqual() {
    Object deep = nested(DecodeLimits.DEFAULTS.maxDepth());
    Transcoder onAnyStack = new DeepTranscoder(transcoder);

    assertEquals(deep, onAnyStack.decode(onAnyStack.encode(deep)));
  }

  private static Object nested(int lists) {
    Object deep = "end";
    for (int i = 0; i < lists; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    return deep;
  }

  @Test
  void decodeWhenBeyondLimitsThenExceeded() {
    Map<Object, DecodeLimits> cases =
        Map.of(
            nested(20),
            new DecodeLimits(2, 100, 100, 10_000),
            List.of(new ArrayList<>(), new ArrayList<>()),
            new DecodeLimits(9, 2, 100, 10_000),
            new int[101],
            new DecodeLimits(9, 100, 100, 10_000),
            new Object[101],
            new DecodeLimits(9, 100, 100, 10_000),
            "x".repeat(20_000),
            new DecodeLimits(9, 100, 100, 10_000));
    cases.forEach(
        (graph, limits) -> {
          byte[] bytes = transcoder.encode(graph);
          Transcoder limited = transcoder(limits);

          assertEquals(
              Reason.LIMIT_EXCEEDED,
              assertThrows(TranscoderException.class, () -> limited.decode(bytes)).reason());
          assertEquals(
              Reason.LIMIT_EXCEEDED,
              assertThrows(TranscoderException.class, () -> limited.encode(graph)).reason());
        });
  }

  @Test
  void decodeWhenSetsHashForEverThenGivenUp() {
    Set<Object> root = new HashSet<>();
    Set<Object> one = root;
    Set<Object> two = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      Set<Object> nextOne = new HashSet<>();
      Set<Object> nextTwo = new HashSet<>();
      nextOne.add("x");
      one.add(nextOne);
      one.add(nextTwo);
      two.add(nextOne);
      two.add(nextTwo);
      one = nextOne;
      two = nextTwo;
    }
    Transcoder trusting = transcoder(DecodeLimits.DEFAULTS);

    TranscoderException refusal =
        assertTimeout(
            Duration.ofSeconds(30),
            () -> assertThrows(TranscoderException.class, () -> trusting.encode(root)));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
  }
}
