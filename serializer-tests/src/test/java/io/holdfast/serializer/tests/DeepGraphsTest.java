package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.spymemcached.SpymemcachedTranscoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.SnapshotCodec;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.spy.memcached.CachedData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Deep graphs, which all serializers keep or refuse alike, whatever stack the thread has. */
final class DeepGraphsTest {

  private static final SessionId ID = new SessionId("a");
  private static final ClassLoader LOADER = DeepGraphsTest.class.getClassLoader();
  private static final String END = "end";

  /** Objects nested in each other; the last one holds a text. */
  private static final int KEPT = 1_000;

  private static final int REFUSED = 1_001;
  private static final int LITTLE_STACK = 200 * 1024;

  /** As of a list that an application links itself. */
  private record Item(int number, Object next) implements Serializable {}

  private static final class Link implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Object next;

    Link(Object next) {
      this.next = next;
    }
  }

  /** Is written by code of its own. */
  private static final class OwnLink implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Set<Thread> WRITERS = Collections.synchronizedSet(new LinkedHashSet<>());

    private final Object next;

    OwnLink(Object next) {
      this.next = next;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      WRITERS.add(Thread.currentThread());
      out.defaultWriteObject();
    }
  }

  /** What can be put around an object, and taken off again. */
  private record Layer(String name, UnaryOperator<Object> around, UnaryOperator<Object> inside) {

    @Override
    public String toString() {
      return name;
    }
  }

  @SuppressWarnings("JdkObsolete")
  private static final List<Layer> LAYERS =
      List.of(
          new Layer("list", x -> new ArrayList<>(List.of(x)), list -> ((List<?>) list).get(0)),
          new Layer("linked", x -> new LinkedList<>(List.of(x)), list -> ((List<?>) list).get(0)),
          new Layer("map", x -> new HashMap<>(Map.of("k", x)), map -> ((Map<?, ?>) map).get("k")),
          new Layer("array", x -> new Object[] {x}, array -> ((Object[]) array)[0]),
          new Layer("bean", Link::new, link -> ((Link) link).next),
          new Layer("record", x -> new Item(1, x), item -> ((Item) item).next));

  static Stream<Arguments> serializersAndLayers() {
    return Serializer.ALL.stream()
        .flatMap(serializer -> LAYERS.stream().map(layer -> Arguments.of(serializer, layer)));
  }

  private static Object nested(Layer layer, int depth) {
    Object graph = END;
    for (int i = 0; i < depth; i++) {
      graph = layer.around.apply(graph);
    }
    return graph;
  }

  private static int depthOf(Object graph, Layer layer) {
    int depth = 0;
    for (Object inside = graph; !inside.equals(END); depth++) {
      inside = layer.inside.apply(inside);
    }
    return depth;
  }

  private static SnapshotCodec codec(Serializer serializer) {
    return new SnapshotCodec(
        serializer.transcoder(LOADER), new ContextLoader(LOADER), new SessionMetrics(true));
  }

  private static <T extends @Nullable Object> T withLittleStack(Supplier<T> work)
      throws InterruptedException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> result.completeAsync(work, Runnable::run),
            "a thread with little stack",
            LITTLE_STACK);
    thread.start();
    thread.join();
    return result.join();
  }

  @ParameterizedTest
  @MethodSource("serializersAndLayers")
  void decodeWhenAsDeepAsAllowedThenIsKeptWithAnyStack(Serializer serializer, Layer layer)
      throws InterruptedException {
    SnapshotCodec codec = codec(serializer);
    Object graph = nested(layer, KEPT);

    Bytes bytes = withLittleStack(() -> codec.encodeAttribute(ID, "deep", graph));
    assertNotNull(bytes);
    Object read = withLittleStack(() -> codec.decodeAttribute(bytes));

    assertEquals(KEPT, depthOf(read, layer));
    assertEquals(bytes, codec.encodeAttribute(ID, "deep", read));
  }

  @ParameterizedTest
  @MethodSource("serializersAndLayers")
  void encodeWhenDeeperThanAllowedThenIsRefusedWithAnyStack(Serializer serializer, Layer layer)
      throws InterruptedException {
    SnapshotCodec codec = codec(serializer);
    Object graph = nested(layer, REFUSED);
    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      assertNull(withLittleStack(() -> codec.encodeAttribute(ID, "deep", graph)));

      assertEquals(1, log.warnings().size(), () -> log.warnings().toString());
      assertTrue(
          log.warnings().get(0).contains("deeper than 1000 levels"), () -> log.warnings().get(0));
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenObjectsWriteThemselvesThenOnlyOnTheThreadOfTheCaller(Serializer serializer)
      throws InterruptedException {
    SnapshotCodec codec = codec(serializer);
    Object graph = nested(new Layer("own", OwnLink::new, link -> ((OwnLink) link).next), KEPT);
    OwnLink.WRITERS.clear();

    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      Thread caller =
          withLittleStack(
              () -> {
                assertNull(codec.encodeAttribute(ID, "deep", graph));
                return Thread.currentThread();
              });

      assertEquals(Set.of(caller), OwnLink.WRITERS, () -> log.warnings().toString());
    }
  }

  @ParameterizedTest
  @MethodSource("serializersAndLayers")
  void getWhenAProgramKeepsADeepObjectThenItIsReadWithAnyStack(Serializer serializer, Layer layer)
      throws InterruptedException {
    SpymemcachedTranscoder transcoder =
        new SpymemcachedTranscoder(
            TranscoderFactories.find(serializer.factory(), LOADER),
            TranscoderContext.of(Filters.ofLoader(LOADER, "")));
    Object graph = nested(layer, KEPT);

    CachedData data = withLittleStack(() -> transcoder.encode(graph));
    Object read = withLittleStack(() -> transcoder.decode(data));

    assertNotNull(read);
    assertEquals(KEPT, depthOf(read, layer));
  }
}
