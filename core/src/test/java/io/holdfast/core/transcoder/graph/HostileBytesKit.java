package io.holdfast.core.transcoder.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bytes that nobody wrote: only a {@link TranscoderException} comes of them, and soon. */
public abstract class HostileBytesKit {

  private static final int MUTATIONS = 5_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Transcoder transcoder = transcoder(DecodeLimits.DEFAULTS);

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  private Transcoder transcoder(DecodeLimits limits) {
    ClassFilter filter = ClassFilter.create(HostileBytesKit.class.getClassLoader(), "");
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
    return factory().create(TranscoderContext.of(ClassFilter.create(empty, "")));
  }

  private static Map<String, Object> session() {
    Map<String, Object> session = new LinkedHashMap<>();
    List<Object> shared = new ArrayList<>(Arrays.asList("a", 1, null, 'c', 2.5));
    session.put("shared", shared);
    session.put("again", Collections.unmodifiableList(shared));
    session.put("map", new HashMap<>(Map.of("k", new TreeMap<>(Map.of(1L, "v")))));
    session.put("set", new HashSet<>(List.of(new BigDecimal("1.5"), Locale.FRANCE)));
    session.put("array", new int[][] {{1, 2}, {3}});
    session.put("thrown", thrown());
    session.put("bean", new Bean());
    session.put("record", new Pair("left", List.of("right")));
    return session;
  }

  private static Exception thrown() {
    Exception thrown = new IllegalStateException("x");
    thrown.setStackTrace(Arrays.copyOf(thrown.getStackTrace(), 1));
    return thrown;
  }

  @Test
  void decodeWhenOneBitIsFlippedThenAGraphOrTheException() {
    Map<String, Object> session = session();
    session.keySet().removeAll(Set.of("thrown", "again", "set"));
    byte[] bytes = transcoder.encode(session);

    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      decodeAnything(flipped);
    }
  }

  @Test
  void decodeWhenBytesAreMutatedThenAGraphOrTheException() {
    byte[] bytes = transcoder.encode(session());
    Random random = new Random(42);

    for (int i = 0; i < MUTATIONS; i++) {
      decodeAnything(mutate(bytes, random));
    }
  }

  @Test
  void decodeWhenBytesAreNoiseThenTheException() {
    Random random = new Random(7);

    for (int i = 0; i < MUTATIONS; i++) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      assertThrows(TranscoderException.class, () -> transcoder.decode(noise));
    }
  }

  @Test
  void decodeWhenCutAnywhereThenTheException() {
    byte[] bytes = transcoder.encode(session());

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(TranscoderException.class, () -> transcoder.decode(cut));
    }
  }

  private void decodeAnything(byte[] bytes) {
    assertTimeout(
        PATIENCE,
        () -> {
          try {
            Object unused = transcoder.decode(bytes);
          } catch (TranscoderException e) {
            assertTrue(e.reason() != Reason.UNWRITABLE, e::toString);
          }
        });
  }

  private static byte[] mutate(byte[] original, Random random) {
    byte[] bytes = original.clone();
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(Math.max(1, bytes.length));
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0x7f);
        case 2 -> {
          int length = Math.min(random.nextInt(32), bytes.length - at);
          int from = random.nextInt(original.length - length + 1);
          System.arraycopy(original, from, bytes, at, length);
        }
        default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
      }
    }
    return bytes;
  }

  @Test
  void encodeWhenTooDeepThenRefused() {
    Object deep = "end";
    for (int i = 0; i < 100_000; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    Object graph = deep;

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(graph));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
  }

  @Test
  void decodeWhenAsDeepAsAllowedThenEqual() {
    Object deep = "end";
    for (int i = 0; i < DecodeState.DEEPEST - 1; i++) {
      deep = new ArrayList<>(List.of(deep));
    }

    assertEquals(deep, transcoder.decode(transcoder.encode(deep)));
  }

  @Test
  void decodeWhenBeyondLimitsThenExceeded() {
    Map<Object, DecodeLimits> cases =
        Map.of(
            List.of(List.of(List.of())),
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

  static final class Bean {
    private final String name = "n";
    private final int[] numbers = {1, 2, 3};
    private final Bean self = this;

    @Override
    public String toString() {
      return name + numbers.length + (self == this);
    }
  }

  record Pair(String left, List<String> right) {}
}
