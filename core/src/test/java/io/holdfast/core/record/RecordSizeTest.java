package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many bytes it takes that a record says which version last changed each attribute. The session
 * has got one attribute with each save; names have ten characters, graphs eight bytes.
 */
class RecordSizeTest {

  /** What it may cost for each attribute that is a graph of its own. */
  private static final int BYTES_EACH = 3;

  private static final long UNIT = 1L << 20;
  private static final int WRITER = 0x5_4321;

  private final RecordCodec codec = new RecordCodec("kryo");

  @ParameterizedTest
  @CsvSource({"1, 136, 138", "5, 240, 246", "20, 630, 651"})
  void encodeWhenEachAttributeIsAGraphThenAByteMoreForEach(
      int attributes, int without, int withVersions) {
    EncodedAttributes apart = apart(attributes);

    assertEquals(without, sizeOf(apart, FieldVersions.NONE, attributes));
    assertEquals(withVersions, sizeOf(apart, changed(attributes), attributes));
    assertTrue(withVersions - without <= BYTES_EACH * attributes);
  }

  /** Names are not known outside of the graph: they are there once more. */
  @ParameterizedTest
  @CsvSource({"1, 136, 150", "5, 240, 302", "20, 630, 872"})
  void encodeWhenAllAttributesAreOneGraphThenTheNamesOnceMore(
      int attributes, int without, int withVersions) {
    EncodedAttributes together =
        new EncodedAttributes.Together(Bytes.wrap(new byte[26 * attributes]));

    assertEquals(without, sizeOf(together, FieldVersions.NONE, attributes));
    assertEquals(withVersions, sizeOf(together, changed(attributes), attributes));
  }

  /** A change that is forgotten: it is not newer than "settled". */
  @Test
  void encodeWhenChangesAreOldThenTheyCostNothingButAByteEach() {
    FieldVersions old = changed(20).within(500 * UNIT);

    assertEquals(630 + 3 + 20, sizeOf(apart(20), old, 500));
    assertEquals(
        630 + 3, sizeOf(new EncodedAttributes.Together(Bytes.wrap(new byte[26 * 20])), old, 500));
  }

  /** Behind a request at another Tomcat the record includes a version of another writer. */
  @Test
  void encodeWhenAnotherTomcatHasWrittenThenFiveBytesMore() {
    SessionSnapshot moved =
        snapshot(
            apart(5),
            changed(5),
            new VersionHistory(9 * UNIT + 0x1_2345, List.of(5 * UNIT + WRITER)));

    assertEquals(246 + 5, codec.encode(moved).length);
  }

  private int sizeOf(EncodedAttributes attributes, FieldVersions origins, int saves) {
    VersionHistory lineage = VersionHistory.counted(saves * UNIT + WRITER);
    return codec.encode(snapshot(attributes, origins, lineage)).length;
  }

  private static SessionSnapshot snapshot(
      EncodedAttributes attributes, FieldVersions origins, VersionHistory lineage) {
    return new SessionSnapshot(
        new SessionId("0123456789ABCDEF0123456789ABCDEF.t1"),
        lineage,
        origins,
        new SessionTimes(1, 2, 3, 1800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        attributes);
  }

  private static EncodedAttributes apart(int attributes) {
    TreeMap<String, Bytes> graphs = new TreeMap<>();
    for (int i = 0; i < attributes; i++) {
      graphs.put(nameOf(i), Bytes.wrap(new byte[8]));
    }
    return new EncodedAttributes.Apart(graphs);
  }

  private static FieldVersions changed(int attributes) {
    TreeMap<String, Long> versions = new TreeMap<>();
    for (int i = 0; i < attributes; i++) {
      versions.put(nameOf(i), (i + 1) * UNIT + WRITER);
    }
    return new FieldVersions(0, 0, versions, 0);
  }

  private static String nameOf(int attribute) {
    return String.format(Locale.ROOT, "attribut%c%c", 'a' + attribute / 10, 'a' + attribute % 10);
  }
}
