package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.transcoder.EncodedGraphs;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attributes are compared where they were encoded, and fingerprinted once. */
class AttributePrintsTest {

  private static final String[] NAMES = {"a", "b"};

  private final AttributePrints before =
      AttributePrints.of(new TreeMap<>(Map.of("a", bytes("1"), "b", bytes("2"))));
  private final AttributePrints.Comparison comparison = new AttributePrints.Comparison(before);

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static EncodedGraphs graphs(String... graphs) {
    return new EncodedGraphs() {
      @Override
      public int size() {
        return graphs.length;
      }

      @Override
      public byte[] array(int graph) {
        return take(graph);
      }

      @Override
      public int start(int graph) {
        return 0;
      }

      @Override
      public int length(int graph) {
        return graphs[graph].length();
      }

      @Override
      public byte[] take(int graph) {
        return graphs[graph].getBytes(StandardCharsets.ISO_8859_1);
      }
    };
  }

  @Test
  void storedWhenAllAreTheSameThenNeedsNoBytes() {
    assertInstanceOf(EncodedAttributes.Forgotten.class, comparison.stored(NAMES, graphs("1", "2")));
  }

  @ParameterizedTest
  @CsvSource({"3, 2", "1, 3", "3, 4"})
  void storedWhenSomeHaveChangedThenKnowsTheFingerprintsOfAll(String first, String second) {
    EncodedAttributes.Apart stored =
        (EncodedAttributes.Apart) comparison.stored(NAMES, graphs(first, second));

    assertEquals(bytes(first), stored.graphs().get("a"));
    AttributePrints prints = comparison.of(stored);
    assertEquals(Fingerprint.of(bytes(first)), prints.print("a"));
    assertEquals(Fingerprint.of(bytes(second)), prints.print("b"));
    assertEquals(Fingerprint.of(bytes("1")), before.print("a"));
  }

  @Test
  void storedWhenOneIsNewThenKnowsItsName() {
    String[] names = {"a", "b", "c"};

    AttributePrints prints =
        comparison.of((EncodedAttributes.Apart) comparison.stored(names, graphs("1", "2", "3")));

    assertEquals(Fingerprint.of(bytes("3")), prints.print("c"));
  }

  /** A graph that another thread changes is encoded again, and may be left out at last. */
  @Test
  void ofWhenOtherBytesAreStoredThenHasTheirFingerprints() {
    EncodedAttributes compared = comparison.stored(NAMES, graphs("3", "2"));
    EncodedAttributes.Apart stored = new EncodedAttributes.Apart(Map.of("a", bytes("4")));

    AttributePrints prints = comparison.of(stored);

    assertNotEquals(compared, stored);
    assertEquals(Fingerprint.of(bytes("4")), prints.print("a"));
    assertEquals(stored.graphs().keySet(), prints.names());
  }
}
