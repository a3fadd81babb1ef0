package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.SnapshotCodec;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Attributes that a request has only got are compared where the transcoder has written them. */
final class UncopiedAttributesTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");

  /** Writes graphs behind each other, and counts those that are taken out. */
  private static final class Buffering implements Transcoder {

    private final JdkTranscoder jdk = new JdkTranscoder();
    private int taken;

    @Override
    public byte[] encode(Object graph) {
      return jdk.encode(graph);
    }

    @Override
    public <T> @Nullable T encodeEach(
        List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
      ByteArrayOutputStream buffer = new ByteArrayOutputStream();
      List<Integer> ends = new ArrayList<>(List.of(0));
      for (Object root : roots) {
        buffer.writeBytes(encode(root));
        ends.add(buffer.size());
      }
      byte[] all = buffer.toByteArray();
      return reader.apply(
          new EncodedGraphs() {
            @Override
            public int size() {
              return roots.size();
            }

            @Override
            public byte[] array(int graph) {
              return all;
            }

            @Override
            public int start(int graph) {
              return ends.get(graph);
            }

            @Override
            public int length(int graph) {
              return ends.get(graph + 1) - ends.get(graph);
            }

            @Override
            public byte[] take(int graph) {
              taken++;
              return Arrays.copyOfRange(all, ends.get(graph), ends.get(graph + 1));
            }
          });
    }

    @Override
    public Object decode(byte[] bytes) {
      return jdk.decode(bytes);
    }
  }

  private final Buffering transcoder = new Buffering();
  private final SnapshotCodec codec =
      new SnapshotCodec(
          transcoder, new ContextLoader(getClass().getClassLoader()), new SessionMetrics(true));

  private InstanceAttributes stored(InstanceAttributes attributes) {
    attributes.put("a", new ArrayList<>(List.of("apple")));
    attributes.put("b", new ArrayList<>(List.of("pear")));
    attributes.stored(encoded(attributes, true));
    return attributes;
  }

  private static Encoded encoded(InstanceAttributes attributes, boolean isNeeded) {
    return attributes.encode(ID, (name, value) -> true, () -> true, isNeeded);
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(InstanceAttributes attributes, String name) {
    return (List<Object>) Objects.requireNonNull(attributes.get(name));
  }

  @Test
  void encodeWhenAForgottenRecordHasAllThenNothingIsCopied() {
    InstanceAttributes attributes =
        stored(new InstanceAttributes(codec, Granularity.SESSION, EncodedAttributes.none(), true));
    attributes.forget();
    transcoder.taken = 0;
    assertEquals(List.of("apple"), list(attributes, "a"));
    assertEquals(List.of("pear"), list(attributes, "b"));

    Encoded encoded = encoded(attributes, false);

    assertTrue(encoded.isPartial());
    assertEquals(Set.of(), encoded.changed());
    assertEquals(0, transcoder.taken);
  }

  @Test
  void encodeWhenAForgottenRecordHasAnotherValueThenAllIsCopied() {
    InstanceAttributes attributes =
        stored(new InstanceAttributes(codec, Granularity.SESSION, EncodedAttributes.none(), true));
    attributes.forget();
    transcoder.taken = 0;
    list(attributes, "b").add("plum");

    Encoded encoded = encoded(attributes, false);

    assertEquals(Set.of("b"), encoded.changed());
    assertEquals(2, transcoder.taken);
    assertEquals(
        Map.of("a", List.of("apple"), "b", List.of("pear", "plum")),
        codec.decode(encoded.attributes()));
  }

  @Test
  void encodeWhenTheRecordHasAllThenItsBytesStay() {
    InstanceAttributes attributes =
        stored(
            new InstanceAttributes(codec, Granularity.ATTRIBUTE, EncodedAttributes.none(), false));
    EncodedAttributes before = encoded(attributes, true).attributes();
    transcoder.taken = 0;
    assertEquals(List.of("apple"), list(attributes, "a"));
    assertEquals(List.of("pear"), list(attributes, "b"));

    Encoded encoded = encoded(attributes, true);

    assertEquals(Set.of(), encoded.changed());
    assertEquals(before, encoded.attributes());
    assertEquals(0, transcoder.taken);
  }

  @Test
  void encodeWhenTheRecordHasAnotherValueThenThatIsCopiedAlone() {
    InstanceAttributes attributes =
        stored(
            new InstanceAttributes(codec, Granularity.ATTRIBUTE, EncodedAttributes.none(), false));
    EncodedAttributes.Apart before =
        (EncodedAttributes.Apart) encoded(attributes, true).attributes();
    transcoder.taken = 0;
    assertEquals(List.of("apple"), list(attributes, "a"));
    list(attributes, "b").add("plum");

    Encoded encoded = encoded(attributes, true);

    EncodedAttributes.Apart now = (EncodedAttributes.Apart) encoded.attributes();
    assertEquals(Set.of("b"), encoded.changed());
    assertEquals(1, transcoder.taken);
    assertSame(before.graphs().get("a"), now.graphs().get("a"));
    assertEquals(List.of("pear", "plum"), codec.decode(now).get("b"));
  }

  @Test
  void encodeWhenOneCannotBeWrittenThenTheOthersAre() {
    InstanceAttributes attributes =
        stored(
            new InstanceAttributes(codec, Granularity.ATTRIBUTE, EncodedAttributes.none(), false));
    attributes.put("bad", new Object());
    list(attributes, "b").add("plum");

    Encoded encoded = encoded(attributes, true);

    assertEquals(Set.of("b"), encoded.changed());
    assertEquals(
        Map.of("a", List.of("apple"), "b", List.of("pear", "plum")),
        codec.decode(encoded.attributes()));
  }
}
