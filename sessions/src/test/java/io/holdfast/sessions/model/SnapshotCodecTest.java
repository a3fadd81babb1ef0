package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class SnapshotCodecTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");

  private final SessionMetrics metrics = new SessionMetrics(true);
  private final JdkTranscoder transcoder = new JdkTranscoder();
  private final ClassLoader application = new ClassLoader(getClass().getClassLoader()) {};
  private final SnapshotCodec codec =
      new SnapshotCodec(transcoder, new ContextLoader(application), metrics);
  private final CapturedLog log = new CapturedLog(SnapshotCodec.class);

  @AfterEach
  void releaseLog() {
    log.close();
  }

  @Test
  void decodeWhenEncodedThenTheSameAttributes() {
    Map<String, Object> attributes = Map.of("a", List.of(1, 2), "b", "text");

    Map<String, Object> decoded = codec.decode(codec.encode(ID, attributes));

    assertEquals(attributes, decoded);
  }

  /** Records with names of 900,000 characters filled the log, and a line break forged a line. */
  @Test
  void reportWhenNamesFromRecordsAreLongOrHaveLineBreaksThenLinesAreShortAndSingle() {
    TranscoderException failure =
        new TranscoderException(
            TranscoderException.Reason.UNREADABLE, "class a\nb" + "x".repeat(900_000));

    for (int i = 0; i < 20; i++) {
      codec.reportUnreadable(i + "\r\nWARNING all is well" + "y".repeat(900_000), "", failure);
    }

    assertEquals(20, log.warnings().size());
    for (String line : log.warnings()) {
      assertTrue(line.length() < 5_000, () -> line.length() + " characters");
      assertEquals(1, line.lines().count(), line);
    }
  }

  @Test
  void encodeWhenTimesAreTakenThenEachGraphCountsOnce() {
    Map<String, Object> decoded = codec.decode(codec.encode(ID, Map.of("a", 1)));

    assertEquals(Map.of("a", 1), decoded);
    assertEquals(1, metrics.summary(Timing.ENCODE).count());
    assertEquals(1, metrics.summary(Timing.DECODE).count());
  }

  @Test
  void encodeWhenThereAreNoAttributesThenNothingIsEncoded() {
    EncodedAttributes encoded = codec.encode(ID, Map.of());

    assertEquals(EncodedAttributes.none(), encoded);
    assertEquals(0, transcoder.encoded());
    assertEquals(Map.of(), codec.decode(encoded));
  }

  @Test
  void reportUnreadableWhenItIsOfManySessionsThenEachIsCountedAndOneLineIsWritten() {
    Bytes bad = Objects.requireNonNull(codec.encodeAttribute(ID, "bad", new FailsWhenRead()));

    for (int i = 0; i < 3; i++) {
      TranscoderException failure =
          assertThrows(TranscoderException.class, () -> codec.decodeAttribute(bad));
      codec.reportUnreadable("bad", " in session S" + i, failure);
    }

    assertEquals(3, metrics.get(Metric.ATTRIBUTES_UNREADABLE));
    assertEquals(1, log.warnings().size(), log.warnings()::toString);
    assertTrue(log.warnings().get(0).startsWith("Attribute \"bad\" cannot be decoded"));
  }

  @Test
  void encodeWhenOneAttributeCannotBeWrittenThenTheOthersAre() {
    EncodedAttributes encoded = codec.encode(ID, attributes("good", 1, "bad", new Unwritable()));

    assertEquals(Map.of("good", 1), codec.decode(encoded));
    assertEquals(1, metrics.get(Metric.ATTRIBUTES_REJECTED));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CANNOT_BE_READ", "RUNS_OUT_OF_MEMORY_WHEN_READ"}) // the serializers see to that
  void encodeWhenAnAttributeMisbehavesThenTheOthersAreWritten(Misbehaviour misbehaviour) {
    EncodedAttributes encoded =
        codec.encode(ID, attributes("bad", misbehaviour.attribute(), "good", 1));

    Map<String, Object> decoded = codec.decode(encoded);
    assertEquals(1, decoded.get("good"));
    assertEquals(misbehaviour.isStored(), decoded.containsKey("bad"));
    assertEquals(misbehaviour.isStored() ? 0 : 1, log.warnings().size(), log.warnings()::toString);
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CANNOT_BE_READ", "RUNS_OUT_OF_MEMORY_WHEN_READ", "CHANGES_ALL_THE_TIME"})
  void encodeAttributeWhenItMisbehavesThenNothingIsThrown(Misbehaviour misbehaviour) {
    Bytes graph = codec.encodeAttribute(ID, "bad", misbehaviour.attribute());

    assertEquals(misbehaviour.isStored(), graph != null);
  }

  @Test
  void encodeWhenTheThreadWasInterruptedThenItStaysSo() {
    Thread.currentThread().interrupt();

    codec.encode(ID, attributes("good", 1));

    assertTrue(Thread.interrupted());
  }

  @ParameterizedTest
  @EnumSource(names = {"CANNOT_BE_READ", "RUNS_OUT_OF_MEMORY_WHEN_READ"})
  void decodeAttributeWhenReadingFailsThenATranscoderSaysSo(Misbehaviour misbehaviour) {
    Bytes graph =
        Objects.requireNonNull(codec.encodeAttribute(ID, "bad", misbehaviour.attribute()));

    assertThrows(TranscoderException.class, () -> codec.decodeAttribute(graph));
  }

  @Test
  void encodeWhenAllAreWritableButNotAsOneGraphThenEachIsAGraphOfItsOwn() {
    SnapshotCodec narrow = new SnapshotCodec(new NoMaps(), new ContextLoader(application), metrics);

    EncodedAttributes encoded = narrow.encode(ID, attributes("a", 1, "b", "text"));

    assertInstanceOf(EncodedAttributes.Apart.class, encoded);
    assertEquals(Map.of("a", 1, "b", "text"), narrow.decode(encoded));
    assertEquals(List.of(), log.warnings());
  }

  /** Writes single values only. */
  private static final class NoMaps implements Transcoder {

    private final JdkTranscoder jdk = new JdkTranscoder();

    @Override
    public byte[] encode(Object graph) {
      if (graph instanceof Map) {
        throw new TranscoderException(Reason.LIMIT_EXCEEDED, "too large together");
      }
      return jdk.encode(graph);
    }

    @Override
    public Object decode(byte[] bytes) {
      return jdk.decode(bytes);
    }
  }

  @Test
  void encodeWhenTheNumberOfGraphsIsWrongThenEachIsEncodedByItself() {
    SnapshotCodec wrong =
        new SnapshotCodec(
            new Transcoder() {
              @Override
              public byte[] encode(Object graph) {
                return transcoder.encode(graph);
              }

              @Override
              public List<byte[]> encodeApart(List<Object> roots) {
                return List.of();
              }

              @Override
              public Object decode(byte[] bytes) {
                return transcoder.decode(bytes);
              }
            },
            new ContextLoader(application),
            metrics);

    EncodedAttributes encoded = wrong.encode(ID, attributes("a", 1, "b", 2));

    assertEquals(attributes("a", 1, "b", 2), wrong.decode(encoded));
  }

  @Test
  void encodeWhenAnAttributeIsUnwritableAgainAndAgainThenNamedOnce() {
    codec.encode(ID, attributes("good", 1, "bad", new Unwritable()));
    codec.encode(new SessionId("another"), attributes("good", 1, "bad", new Unwritable()));

    assertEquals(1, log.warnings().size(), log.warnings()::toString);
    String warning = log.warnings().get(0);
    assertTrue(warning.contains("\"bad\""), warning);
    assertTrue(warning.contains(Unwritable.class.getName()), warning);
    assertFalse(warning.contains(ID.base()), warning);
    assertEquals(2, metrics.get(Metric.ATTRIBUTES_REJECTED));
  }

  @Test
  void encodeWhenNoAttributeCanBeWrittenThenNone() {
    assertEquals(
        EncodedAttributes.none(),
        codec.encode(ID, attributes("bad", new Unwritable(), "no", new Object())));
  }

  @Test
  void encodePrincipalWhenUnwritableThenLeftOutAndNamedOnce() {
    assertEquals(Bytes.EMPTY, codec.encodePrincipal(ID, new Unwritable()));
    assertEquals(Bytes.EMPTY, codec.encodePrincipal(ID, new Unwritable()));

    assertEquals(1, log.warnings().size(), log.warnings()::toString);
  }

  @Test
  void encodePrincipalWhenTwoClassesAreUnwritableThenEachIsNamedOnce() {
    codec.encodePrincipal(ID, attributes("user", new Unwritable()));
    codec.encodePrincipal(ID, attributes("user", new Object()));
    codec.encodePrincipal(ID, attributes("user", new Object()));

    assertEquals(2, log.warnings().size(), log.warnings()::toString);
    assertTrue(log.warnings().get(0).contains(Unwritable.class.getName()));
    assertTrue(log.warnings().get(1).contains(Object.class.getName()));
  }

  @Test
  void decodePrincipalWhenOneWasEncodedThenEqual() {
    assertEquals("user", codec.decodePrincipal(ID, codec.encodePrincipal(ID, "user")));
    assertEquals(null, codec.decodePrincipal(ID, codec.encodePrincipal(ID, null)));
  }

  @Test
  void decodeNotesWhenSomeWereEncodedThenEqual() {
    Map<String, Object> notes = attributes("request", "/shop");

    assertEquals(notes, codec.decodeNotes(codec.encodeNotes(ID, notes)));
    assertEquals(null, codec.decodeNotes(codec.encodeNotes(ID, null)));
  }

  @Test
  void encodeWhenACollectionChangesMeanwhileThenTriedAgain() {
    Restless restless = new Restless(2);

    codec.encode(ID, attributes("list", restless));

    assertEquals(3, transcoder.encoded());
  }

  @Test
  void encodeAttributeWhenACollectionChangesAllTheTimeThenGivesUpAfterThree() {
    Restless restless = new Restless(100);

    assertThrows(
        ConcurrentModificationException.class, () -> codec.encodeAttribute(ID, "list", restless));

    assertEquals(3, transcoder.encoded());
  }

  @Test
  void encodeWhenACollectionChangesAllTheTimeThenTheOthersAreEncoded() {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("list", new Restless(100));
    attributes.put("other", "kept");
    Set<String> restless = new HashSet<>();

    EncodedAttributes encoded =
        codec.encode(ID, attributes, restless, new ApartAttempts(), SnapshotCodec.Known.NOTHING);

    assertEquals(Map.of("other", "kept"), codec.decode(encoded));
    assertEquals(Set.of("list"), restless);
    assertEquals(1, log.warnings().size(), log.warnings()::toString);
  }

  @Test
  void decodeWhenTheGraphIsNoMapThenTypedError() {
    assertUnreadable("no map");
    assertUnreadable(Map.of(1, "key is no text"));
    Map<String, Object> nullValue = new LinkedHashMap<>();
    nullValue.put("name", null);
    assertUnreadable((Serializable) nullValue);
  }

  @Test
  void decodeWhenAttributesStandApartThenPutTogether() {
    EncodedAttributes apart =
        new EncodedAttributes.Apart(
            Map.of(
                "a", Bytes.wrap(transcoder.encode(1)),
                "b", Bytes.wrap(transcoder.encode("text"))));

    assertEquals(Map.of("a", 1, "b", "text"), codec.decode(apart));
  }

  @Test
  void encodeWhenTheApplicationsClassesAreNeededThenItsLoaderIsTheThreads() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    LoaderNoting noting = new LoaderNoting();

    codec.encode(ID, attributes("noting", noting));

    assertSame(application, noting.seen);
    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  private void assertUnreadable(Object graph) {
    EncodedAttributes hostile =
        new EncodedAttributes.Together(Bytes.wrap(transcoder.encode(graph)));

    TranscoderException e = assertThrows(TranscoderException.class, () -> codec.decode(hostile));

    assertEquals(TranscoderException.Reason.UNREADABLE, e.reason());
  }

  private static Map<String, Object> attributes(Object... namesAndValues) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      attributes.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return attributes;
  }

  private static final class Unwritable {}

  /** Fails as a list does that another thread changes, a number of times. */
  private static final class Restless implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private transient int changes;

    Restless(int changes) {
      this.changes = changes;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      if (changes > 0) {
        changes--;
        throw new ConcurrentModificationException();
      }
      out.defaultWriteObject();
    }
  }

  private static final class LoaderNoting implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private transient @Nullable ClassLoader seen;

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      seen = Thread.currentThread().getContextClassLoader();
      out.defaultWriteObject();
    }
  }
}
