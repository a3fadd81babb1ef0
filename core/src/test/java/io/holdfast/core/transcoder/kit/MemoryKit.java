package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Few bytes cannot fill the heap, and what could not be read is refused when it is written. */
public abstract class MemoryKit {

  private static final int MIB = 1_024 * 1_024;

  /** What the reading of a graph may allocate here. */
  private static final long MOST_FOR_ALL = 4L * MIB;

  private static final long MOST_PER_BYTE = 60;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Transcoder transcoder = transcoder(DecodeLimits.DEFAULTS);
  private final Transcoder careless =
      transcoder(DecodeLimits.DEFAULTS.withWork(Long.MAX_VALUE, Duration.ofDays(1)));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** The name of a graph of {@link HeavyGraphs#refused} that this serializer must refuse. */
  protected abstract String refused();

  /** With the default limits. */
  protected final Transcoder transcoder() {
    return transcoder;
  }

  private Transcoder transcoder(DecodeLimits limits) {
    return factory().create(new TranscoderContext(HeavyGraphs.filter(), limits, false, List.of()));
  }

  private static Stream<DynamicTest> tests(
      Map<String, Supplier<Object>> graphs, Consumer<Map.Entry<String, Supplier<Object>>> test) {
    return graphs.entrySet().stream()
        .map(graph -> DynamicTest.dynamicTest(graph.getKey(), () -> test.accept(graph)));
  }

  @Test
  void decodeWhenObjectsTakeMuchMoreThanTheirBytesThenIsRefused() {
    byte[] bytes = careless.encode(HeavyGraphs.refused(refused()));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
  }

  @Test
  void encodeWhenObjectsTakeMuchMoreThanTheirBytesThenIsRefusedWithClassAndPlace() {
    Object graph = new HashMap<>(Map.of("bad", HeavyGraphs.refused(refused())));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(graph));

    String message = String.valueOf(refusal.getMessage());
    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), message);
    assertTrue(message.contains("too much memory"), message);
    assertTrue(message.contains(", the first at [\"bad\"]"), message);
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenObjectsBringMuchAlongThenTheirMemoryIsInProportion() {
    return tests(
        HeavyGraphs.heavy(),
        graph -> {
          byte[] bytes = transcoder.encode(graph.getValue().get());
          long before = THREADS.getCurrentThreadAllocatedBytes();

          Object read = transcoder.decode(bytes);

          long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
          String sizes = "%d bytes allocate %d".formatted(bytes.length, allocated);
          assertTrue(allocated < MOST_FOR_ALL + MOST_PER_BYTE * bytes.length, sizes);
          assertEquals(3_000, ((List<?>) read).size());
        });
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAnApplicationHasManyObjectsThenTheyAreEqual() {
    return tests(
        HeavyGraphs.honest(),
        graph -> {
          Object written = graph.getValue().get();

          Object read = transcoder.decode(transcoder.encode(written));

          assertTrue(Objects.deepEquals(written, read));
        });
  }
}
