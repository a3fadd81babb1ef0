package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void ofWhenKnownInputThenFirstHalfOfSha256() {
    assertEquals(
        new Fingerprint(0xba7816bf8f01cfeaL, 0x414140de5dae2223L), Fingerprint.of(bytes("abc")));
  }

  @Test
  void ofWhenSameContentThenEqual() {
    assertEquals(
        Fingerprint.of(new EncodedAttributes.Together(bytes("abc"))),
        Fingerprint.of(new EncodedAttributes.Together(bytes("abc"))));
  }

  @Test
  void ofWhenOneBitDiffersThenDifferent() {
    assertNotEquals(
        Fingerprint.of(new EncodedAttributes.Together(bytes("abc"))),
        Fingerprint.of(new EncodedAttributes.Together(bytes("abb"))));
  }

  @Test
  void ofWhenAttributesInOtherOrderThenEqual() {
    assertEquals(
        Fingerprint.of(apart("a", "1", "b", "2")), Fingerprint.of(apart("b", "2", "a", "1")));
  }

  @Test
  void ofWhenBorderBetweenNameAndValueMovesThenDifferent() {
    assertNotEquals(Fingerprint.of(apart("a", "bc")), Fingerprint.of(apart("ab", "c")));
    assertNotEquals(Fingerprint.of(apart("a", "1", "b", "2")), Fingerprint.of(apart("a", "1b2")));
  }

  @Test
  void ofWhenTogetherOrApartThenDifferent() {
    assertNotEquals(
        Fingerprint.of(EncodedAttributes.none()),
        Fingerprint.of(new EncodedAttributes.Apart(Map.of())));
  }

  private static EncodedAttributes apart(String... namesAndValues) {
    Map<String, Bytes> graphs = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      graphs.put(namesAndValues[i], bytes(namesAndValues[i + 1]));
    }
    return new EncodedAttributes.Apart(graphs);
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
