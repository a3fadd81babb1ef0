package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.SnapshotCodec;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Deep graphs, written and read by threads with little stack. */
@SuppressWarnings("JavaUtilDate")
final class DeepGraphsTest {

  private static final SessionId ID = new SessionId("a");

  /** The limit is 1,000, and the attribute may be in a map of attributes. */
  private static final int KEPT = 990;

  private static final int WITH_CODE = 300;
  private static final int REFUSED = 1_010;

  /** Holds another one. */
  private static class Link implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Object next;

    Link(Object next) {
      this.next = next;
    }
  }

  /** Is read by code of its own. */
  private static final class OwnLink extends Link {

    private static final long serialVersionUID = 1L;

    OwnLink(Object next) {
      super(next);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** What can be put around an object, and taken off again. */
  private record Layer(UnaryOperator<Object> around, UnaryOperator<Object> inside) {}

  private static final Map<String, Layer> LAYERS =
      Map.of(
          "list",
          new Layer(x -> new ArrayList<>(List.of(x)), list -> ((List<?>) list).get(0)),
          "map",
          new Layer(x -> new HashMap<>(Map.of("k", x)), map -> ((Map<?, ?>) map).get("k")),
          "array",
          new Layer(x -> new Object[] {x}, array -> ((Object[]) array)[0]),
          "bean",
          new Layer(Link::new, link -> ((Link) link).next),
          "bean with code",
          new Layer(OwnLink::new, link -> ((Link) link).next));

  private static Object nested(Layer layer, int depth) {
    Object graph = new Date(1);
    for (int i = 1; i < depth; i++) {
      graph = layer.around.apply(graph);
    }
    return graph;
  }

  private static int depthOf(Object graph, Layer layer) {
    int depth = 1;
    for (Object inside = graph; !(inside instanceof Date); depth++) {
      inside = layer.inside.apply(inside);
    }
    return depth;
  }

  private static SnapshotCodec codec(Serializer serializer) {
    ClassLoader loader = DeepGraphsTest.class.getClassLoader();
    return new SnapshotCodec(
        serializer.transcoder(loader), new ContextLoader(loader), new SessionMetrics(true));
  }

  private static <T extends @Nullable Object> T withLittleStack(Supplier<T> work)
      throws InterruptedException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> result.completeAsync(work, Runnable::run),
            "a thread with little stack",
            200 * 1024);
    thread.start();
    thread.join();
    return result.join();
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenTheStackIsTooSmallThenReadsAndWritesWithALargerOne(Serializer serializer)
      throws InterruptedException {
    SnapshotCodec codec = codec(serializer);
    for (Map.Entry<String, Layer> each : LAYERS.entrySet()) {
      Layer layer = each.getValue();
      int depth = each.getKey().equals("bean with code") ? WITH_CODE : KEPT;
      Object graph = nested(layer, depth);

      Bytes bytes = withLittleStack(() -> codec.encodeAttribute(ID, each.getKey(), graph));
      assertNotNull(bytes, each.getKey());
      Object read = withLittleStack(() -> codec.decodeAttribute(bytes));

      assertEquals(depth, depthOf(read, layer), each.getKey());
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenDeeperThanTheLimitThenIsRefused(Serializer serializer) {
    SnapshotCodec codec = codec(serializer);
    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      LAYERS.forEach(
          (name, layer) ->
              assertNull(codec.encodeAttribute(ID, name, nested(layer, REFUSED)), name));

      assertEquals(LAYERS.size(), log.warnings().size(), () -> log.warnings().toString());
    }
  }
}
