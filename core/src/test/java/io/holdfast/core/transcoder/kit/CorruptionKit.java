package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Whatever the bytes are, decoding ends soon, with a graph or a {@link TranscoderException}, and
 * takes memory in proportion to the bytes. Time is that of the processor, so that a busy machine
 * does not count.
 */
public abstract class CorruptionKit {

  private static final int MUTATIONS = GraphSize.of(10_000);
  private static final long MAX_SECONDS = 5;
  private static final long MAX_ALLOCATED = 64L << 20;

  private final Transcoder transcoder =
      factory()
          .create(TranscoderContext.of(Filters.ofLoader(CorruptionKit.class.getClassLoader(), "")));

  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** What is written before it is damaged. */
  protected Object sample() {
    Map<String, Object> session = new LinkedHashMap<>();
    Samples.Bean bean = new Samples.Bean("b", 3);
    session.put("bean", bean);
    session.put("again", bean);
    session.put("sub", new Samples.SubBean());
    session.put("record", new Samples.Item("n", 2, new ArrayList<>(List.of("x"))));
    session.put("enum", Samples.WithBody.Y);
    session.put("map", new HashMap<>(Map.of("k", 1, "l", 2)));
    session.put("tree", new TreeMap<>(Map.of("k", 1)));
    session.put("set", Set.of("a", "b", "c"));
    session.put("list", Arrays.asList("a", null));
    session.put("unmodifiable", Collections.unmodifiableList(new ArrayList<>(List.of("u"))));
    session.put("text", "Gr\u00fc\u00dfe");
    session.put("ints", new int[] {1, 2, 3});
    session.put("bytes", new byte[40]);
    session.put("array", new Object[] {"x", 1L});
    session.put("decimal", new BigDecimal("12.50"));
    session.put("time", Instant.EPOCH);
    session.put("bits", BitSet.valueOf(new long[] {5}));
    session.put("uuid", new UUID(1, 2));
    session.put("form", new Samples.Replaced("r"));
    session.put("locale", Locale.FRANCE);
    return session;
  }

  @Test
  void decodeWhenABitIsFlippedThenEndsCleanly() {
    byte[] bytes = transcoder.encode(sample());

    for (int bit = 0; bit < bytes.length * 8; bit += GraphSize.STEP) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      decode(flipped, "bit " + bit);
    }
  }

  @Test
  void decodeWhenTruncatedThenEndsCleanly() {
    byte[] bytes = transcoder.encode(sample());

    for (int length = 0; length < bytes.length; length++) {
      decode(Arrays.copyOf(bytes, length), "length " + length);
    }
  }

  @Test
  void decodeWhenBetweenOtherBytesThenIsTheSame() {
    byte[] bytes = transcoder.encode(sample());
    byte[] between = new byte[bytes.length + 7];
    Arrays.fill(between, (byte) 1);
    System.arraycopy(bytes, 0, between, 3, bytes.length);

    Object copy = transcoder.decode(between, 3, bytes.length);

    assertArrayEquals(transcoder.encode(transcoder.decode(bytes)), transcoder.encode(copy));
  }

  @Test
  void decodeWhenTheRestLiesBehindThenIsNotRead() {
    byte[] bytes = transcoder.encode(sample());

    for (int i = 0; i < bytes.length; i++) {
      int length = i;
      assertThrows(TranscoderException.class, () -> transcoder.decode(bytes, 0, length));
    }
  }

  @Test
  void decodeWhenMutatedAtRandomThenEndsCleanly() {
    byte[] bytes = transcoder.encode(sample());
    Random random = new Random(20261121);

    for (int i = 0; i < MUTATIONS; i++) {
      decode(mutated(bytes, random), "mutation " + i);
    }
  }

  @Test
  void decodeWhenBytesAreNoiseThenEndsCleanly() {
    Random random = new Random(42);

    for (int i = 0; i < MUTATIONS; i++) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      decode(noise, "noise " + i);
    }
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] mutant = bytes.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(mutant.length);
      int length = Math.min(1 + random.nextInt(8), mutant.length - at);
      switch (random.nextInt(4)) {
        case 0 -> mutant[at] = (byte) random.nextInt();
        case 1 -> Arrays.fill(mutant, at, at + length, (byte) 0xff);
        case 2 -> Arrays.fill(mutant, at, at + length, (byte) 0x7f);
        default ->
            System.arraycopy(bytes, random.nextInt(mutant.length - length + 1), mutant, at, length);
      }
    }
    return mutant;
  }

  private void decode(byte[] bytes, String what) {
    long thread = Thread.currentThread().getId();
    long allocatedBefore = threads.getThreadAllocatedBytes(thread);
    long start = threads.getCurrentThreadCpuTime();
    try {
      transcoder.decode(bytes);
    } catch (TranscoderException e) {
      assertNotEquals(Reason.UNWRITABLE, e.reason(), what);
    }
    long took = threads.getCurrentThreadCpuTime() - start;
    long allocated = threads.getThreadAllocatedBytes(thread) - allocatedBefore;
    assertTrue(took < TimeUnit.SECONDS.toNanos(MAX_SECONDS), () -> what + " took " + took + " ns");
    assertTrue(allocated < MAX_ALLOCATED, () -> what + " allocated " + allocated + " bytes");
  }
}
