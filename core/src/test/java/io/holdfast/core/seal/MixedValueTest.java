package io.holdfast.core.seal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is appended to by turns, sealed and unsealed, while Tomcats change to sealed. */
final class MixedValueTest {

  private static final String PLACE = "/shop_#1:0";

  private final Sealer sealer = TestKeys.sealer(1);

  /** The letters of a value that Tomcats wrote: V and M are sealed, anything else is not. */
  @ParameterizedTest
  @ValueSource(strings = {"", "u", "uu", "V", "VM", "Vu", "VuM", "VuMuM", "uM", "uMuMM", "VMu"})
  void openWhenWrittenByTurnsThenAllInOrder(String turns) throws SealException {
    StringBuilder expected = new StringBuilder();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    for (int i = 0; i < turns.length(); i++) {
      String text = "id" + i + "\n";
      byte[] bytes = text.getBytes(ISO_8859_1);
      written.writeBytes(
          switch (turns.charAt(i)) {
            case 'V' -> sealer.seal(PLACE, bytes);
            case 'M' -> sealer.sealMore(PLACE, bytes);
            default -> bytes;
          });
      expected.append(text);
    }

    assertEquals(
        expected.toString(),
        new String(sealer.openMixed(PLACE, written.toByteArray()), ISO_8859_1));
  }

  /** A client chooses bytes of its session, so these are no reason to refuse it. */
  @Test
  void openWhenUnsealedBytesLookLikeABlockThenTheyStay() throws SealException {
    byte[] block = sealer.sealMore("/other", "x".getBytes(ISO_8859_1));
    for (int length = 1; length <= block.length; length++) {
      byte[] value = new byte[1 + length];
      value[0] = 'a';
      System.arraycopy(block, 0, value, 1, length);

      assertEquals(
          new String(value, ISO_8859_1), new String(sealer.openMixed(PLACE, value), ISO_8859_1));
    }
  }

  @Test
  void openWhenItBeginsWithABlockThatIsNoneOfThisPlaceThenForged() {
    byte[] block = sealer.seal("/other", "x".getBytes(ISO_8859_1));

    SealException refused = assertThrows(SealException.class, () -> sealer.openMixed(PLACE, block));

    assertEquals(SealException.Reason.FORGED, refused.reason());
  }
}
