package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.session.Bytes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void ofWhenKnownInputThenFirstHalfOfSha256() {
    assertEquals(
        new Fingerprint(0xba7816bf8f01cfeaL, 0x414140de5dae2223L), Fingerprint.of(bytes("abc")));
  }

  @Test
  void ofWhenSameContentThenEqual() {
    assertEquals(Fingerprint.of(bytes("abc")), Fingerprint.of(bytes("abc")));
  }

  @Test
  void ofWhenOneBitDiffersThenDifferent() {
    assertNotEquals(Fingerprint.of(bytes("abc")), Fingerprint.of(bytes("abb")));
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
