package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.serializer.jdk.JdkSerialization;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A session with a graph that is deep, read by a thread with little stack. */
final class DeepGraphsTest {

  @Test
  void decodeWhenTheStackIsTooSmallThenReadsWithALargerOne() throws Exception {
    SnapshotCodec codec =
        new SnapshotCodec(
            new WholeGraphs(),
            new ContextLoader(getClass().getClassLoader()),
            new SessionMetrics(true));
    Bytes deep =
        Objects.requireNonNull(codec.encodeAttribute(new SessionId("a"), "deep", nested(500)));
    CompletableFuture<Object> read = new CompletableFuture<>();

    Thread reader =
        new Thread(
            null,
            () -> read.completeAsync(() -> codec.decodeAttribute(deep), Runnable::run),
            "a thread with little stack",
            200 * 1024);
    reader.start();
    reader.join();

    assertEquals(500, depthOf(read.join()));
  }

  private static Object nested(int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = 1; i < depth; i++) {
      list = new ArrayList<>(List.of(list));
    }
    return list;
  }

  private static int depthOf(Object nested) {
    int depth = 1;
    for (List<?> list = (List<?>) nested; !list.isEmpty(); list = (List<?>) list.get(0)) {
      depth++;
    }
    return depth;
  }

  /** As the java serializer writes and reads. */
  private static final class WholeGraphs implements Transcoder {

    private final TranscoderContext context =
        TranscoderContext.of(ClassFilter.create(DeepGraphsTest.class.getClassLoader(), ""));
    private final JdkSerialization serialization = new JdkSerialization(context);
    private final RoundTripChecks proven = new RoundTripChecks(context.filter());

    @Override
    public byte[] encode(Object graph) {
      return serialization.write(graph, proven.trial());
    }

    @Override
    public Object decode(byte[] bytes) {
      return serialization.read(bytes, 0, bytes.length);
    }
  }
}
