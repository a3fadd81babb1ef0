package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.sessions.model.SnapshotCodec.Known;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When attributes are graphs of their own, and when they are one. */
final class SnapshotCodecApartTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");

  private final SessionMetrics metrics = new SessionMetrics(true);

  /** Writes apart what holds no list, and counts how often it is asked to. */
  private static final class WithoutLists implements Transcoder {

    /** May not be written in a graph of its own. */
    private static final Long COSTLY = Long.MAX_VALUE;

    /** May not be written at all. */
    private static final Long TOO_DEEP = Long.MIN_VALUE;

    private final JdkTranscoder jdk = new JdkTranscoder();
    private int asked;

    @Override
    public byte[] encode(Object graph) {
      if (graph.equals(TOO_DEEP) || (graph instanceof Map<?, ?> m && m.containsValue(TOO_DEEP))) {
        throw new TranscoderException(Reason.LIMIT_EXCEEDED, "too deep");
      }
      return jdk.encode(graph);
    }

    @Override
    public @Nullable List<byte[]> encodeApart(List<Object> roots) {
      asked++;
      if (roots.contains(COSTLY) || roots.contains(TOO_DEEP)) {
        throw new TranscoderException(Reason.LIMIT_EXCEEDED, "too costly by itself");
      }
      return roots.stream().anyMatch(List.class::isInstance)
          ? null
          : roots.stream().map(jdk::encode).toList();
    }

    @Override
    public Object decode(byte[] bytes) {
      return jdk.decode(bytes);
    }
  }

  private final WithoutLists transcoder = new WithoutLists();
  private final SnapshotCodec codec =
      new SnapshotCodec(transcoder, new ContextLoader(getClass().getClassLoader()), metrics);

  @Test
  void encodeWhenNothingIsSharedThenEachAttributeIsAGraphOfItsOwn() {
    EncodedAttributes encoded = codec.encode(ID, attributes("b", 1, "a", "text"));

    EncodedAttributes.Apart apart = assertInstanceOf(EncodedAttributes.Apart.class, encoded);
    assertEquals(List.of("a", "b"), List.copyOf(apart.graphs().keySet()));
    assertEquals(attributes("a", "text", "b", 1), codec.decode(encoded));
    assertEquals(1, metrics.summary(Timing.ENCODE).count());
  }

  @Test
  void encodeTogetherWhenNothingIsSharedThenOneGraphAllTheSame() {
    EncodedAttributes encoded = codec.encodeTogether(ID, attributes("b", 1, "a", "text"));

    assertInstanceOf(EncodedAttributes.Together.class, encoded);
    assertEquals(0, transcoder.asked);
  }

  @Test
  void encodeWhenAGraphAloneMayNotCostWhatAllMayThenTogether() {
    EncodedAttributes encoded = codec.encode(ID, attributes("a", WithoutLists.COSTLY, "b", 1));

    assertInstanceOf(EncodedAttributes.Together.class, encoded);
  }

  @Test
  void encodeWhenOneIsBeyondALimitThenTheOthersAreApartEachTime() {
    Map<String, Object> attributes = attributes("bad", WithoutLists.TOO_DEEP, "a", 1, "b", 2);
    ApartAttempts attempts = new ApartAttempts();

    for (int i = 0; i < 2; i++) {
      EncodedAttributes encoded =
          codec.encode(ID, attributes, new HashSet<>(), attempts, Known.NOTHING);

      assertInstanceOf(EncodedAttributes.Apart.class, encoded);
      assertEquals(attributes("a", 1, "b", 2), codec.decode(encoded));
    }
  }

  @Test
  void encodeWhenOneCannotBeWrittenThenTheOthersAreApart() {
    EncodedAttributes encoded =
        codec.encode(ID, attributes("bad", new Unwritable(), "a", 1, "b", 2));

    assertInstanceOf(EncodedAttributes.Apart.class, encoded);
    assertEquals(attributes("a", 1, "b", 2), codec.decode(encoded));
  }

  @Test
  void encodeWhenAttributesGoOnToShareThenItIsSeldomTriedApart() {
    Map<String, Object> attributes = attributes("a", new ArrayList<>(List.of(1)), "b", 1);
    ApartAttempts attempts = new ApartAttempts();
    Set<EncodedAttributes> seen = new HashSet<>();
    for (int i = 0; i <= 2 * ApartAttempts.TOGETHER_BETWEEN; i++) {
      seen.add(codec.encode(ID, attributes, new HashSet<>(), attempts, Known.NOTHING));
    }

    assertEquals(1, seen.size());
    assertEquals(2, transcoder.asked);
    attributes.remove("a");
    for (int i = 0; i <= ApartAttempts.TOGETHER_BETWEEN; i++) {
      seen.add(codec.encode(ID, attributes, new HashSet<>(), attempts, Known.NOTHING));
    }
    assertInstanceOf(
        EncodedAttributes.Apart.class,
        codec.encode(ID, attributes, new HashSet<>(), attempts, Known.NOTHING));
  }

  private static Map<String, Object> attributes(Object... namesAndValues) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      attributes.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return attributes;
  }

  private static final class Unwritable {}
}
