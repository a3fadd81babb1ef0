package io.holdfast.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.seal.SealException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SealerTest {

  private static final String PLACE = "/shop_0123";
  private static final byte[] VALUE = bytes("what a session holds");

  private final TestKeys keys = new TestKeys(1, 2);
  private final Sealer sealer = new Sealer(keys, new SecureRandom());

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 1_000, 1_000_000})
  void openWhenSealedThenTheValue(int length) throws SealException {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) 'a');

    byte[] sealed = sealer.seal(PLACE, value);

    assertArrayEquals(value, sealer.open(PLACE, sealed));
    assertTrue(sealed.length <= length + Sealer.MOST_OVERHEAD);
    assertFalse(new String(sealed, StandardCharsets.ISO_8859_1).contains("aaaaaaaaaaaa"));
  }

  @Test
  void sealWhenTheSameTwiceThenDifferentBytes() {
    assertFalse(Arrays.equals(sealer.seal(PLACE, VALUE), sealer.seal(PLACE, VALUE)));
  }

  @Test
  void openWhenAnyBitIsWrongThenForged() {
    byte[] sealed = sealer.seal(PLACE, VALUE);

    for (int bit = 0; bit < sealed.length * 8; bit++) {
      byte[] wrong = sealed.clone();
      wrong[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(SealException.class, () -> sealer.open(PLACE, wrong), "bit " + bit);
    }
  }

  @Test
  void openWhenCutAnywhereOrLongerThenRefused() {
    byte[] sealed = sealer.seal(PLACE, VALUE);

    TestKeys.truncations(sealed)
        .forEach(
            cut ->
                assertThrows(SealException.class, () -> sealer.open(PLACE, cut), cut.length + ""));
    byte[] longer = Arrays.copyOf(sealed, sealed.length + 1);
    assertReason(Reason.FORGED, PLACE, longer);
  }

  @Test
  void openWhenSealedForAnotherPlaceThenForged() {
    byte[] sealed = sealer.seal(PLACE, VALUE);

    assertReason(Reason.FORGED, "/shop_0124", sealed);
    assertReason(Reason.FORGED, PLACE + ":l", sealed);
    assertReason(Reason.FORGED, "", sealed);
  }

  /** What the head says of the key and the length counts as part of the place. */
  @Test
  void openWhenTheHeadTakesBytesFromThePlaceThenForged() {
    byte[] sealed = sealer.seal("1" + PLACE, VALUE);

    assertReason(Reason.FORGED, PLACE, sealed);
  }

  @Test
  void openWhenNotSealedThenUnsealed() {
    assertReason(Reason.UNSEALED, PLACE, VALUE);
    assertReason(Reason.UNSEALED, PLACE, new byte[0]);
  }

  @Test
  void openWhenAppendedToThenAllInOrder() throws SealException {
    byte[] sealed =
        joined(
            sealer.seal(PLACE, bytes("a")),
            sealer.sealMore(PLACE, bytes("bc")),
            sealer.sealMore(PLACE, bytes("")),
            sealer.sealMore(PLACE, bytes("d")));

    assertArrayEquals(bytes("abcd"), sealer.open(PLACE, sealed));
  }

  @Test
  void openWhenBlocksAreOfAnotherKindOrPlaceThenForged() {
    byte[] value = sealer.seal(PLACE, VALUE);
    byte[] more = sealer.sealMore(PLACE, VALUE);

    assertReason(Reason.FORGED, PLACE, more);
    assertReason(Reason.FORGED, PLACE, joined(more, value));
    assertReason(Reason.FORGED, PLACE, joined(value, value));
    assertReason(Reason.FORGED, PLACE, joined(value, sealer.sealMore("/other", VALUE)));
    assertReason(Reason.FORGED, PLACE, joined(value, VALUE));
  }

  @Test
  void sealWhenTheFirstKeyChangesThenItSealsAndTheOthersStillOpen() throws SealException {
    byte[] before = sealer.seal(PLACE, VALUE);
    keys.use(2, 1);
    byte[] after = sealer.seal(PLACE, VALUE);

    assertArrayEquals(VALUE, sealer.open(PLACE, before));
    assertArrayEquals(VALUE, sealer.open(PLACE, after));
    assertEquals(Map.of("k1", 1L, "k2", 1L), sealer.opened());
    assertEquals(0, keys.looks());
  }

  @Test
  void openWhenTheKeyIsUnknownThenNewerKeysAreLookedFor() throws SealException {
    byte[] sealed = TestKeys.sealer(3).seal(PLACE, VALUE);

    assertReason(Reason.UNKNOWN_KEY, PLACE, sealed);
    keys.find(1, 3);

    assertArrayEquals(VALUE, sealer.open(PLACE, sealed));
  }

  /** An id says which key to take, no more: the same id with another key opens nothing. */
  @Test
  void openWhenAnotherKeyHasTheIdThenForged() {
    SealingKeys other = SealingKeys.parse("k1:" + TestKeys.base64(9));
    byte[] sealed =
        new Sealer(
                new Sealer.KeySource() {
                  @Override
                  public SealingKeys now() {
                    return other;
                  }

                  @Override
                  public SealingKeys newest() {
                    return other;
                  }
                },
                new SecureRandom())
            .seal(PLACE, VALUE);

    assertReason(Reason.FORGED, PLACE, sealed);
  }

  /** What is on users' nodes stays readable: the golden file never changes. */
  @Test
  void openWhenGoldenThenTheValue() throws IOException, SealException {
    assertArrayEquals(VALUE, sealer.open(PLACE, golden("sealed.bin")));
    assertArrayEquals(bytes("ab"), sealer.open("/shop_#1:0", golden("sealed-list.bin")));
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(SealerTest.class.getResourceAsStream("/golden/v1/" + name), name)) {
      return file.readAllBytes();
    }
  }

  private void assertReason(Reason expected, String place, byte[] sealed) {
    SealException refused = assertThrows(SealException.class, () -> sealer.open(place, sealed));
    assertEquals(expected, refused.reason(), refused::getMessage);
  }

  private static byte[] joined(byte[]... all) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] one : all) {
      joined.writeBytes(one);
    }
    return joined.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
