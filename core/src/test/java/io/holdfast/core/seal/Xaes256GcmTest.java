package io.holdfast.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.seal.Xaes256Gcm.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Xaes256GcmTest {

  private static final byte[] NONCE = bytes("ABCDEFGHIJKLMNOPQRSTUVWX");
  private static final byte[] TEXT = bytes("XAES-256-GCM");

  /** The test vectors of the specification; the first key's subkey is reduced, the second's not. */
  @ParameterizedTest
  @CsvSource({
    "01, '', ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271",
    "03, c2sp.org/XAES-256-GCM, 986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"
  })
  void sealWhenAsInTheSpecificationThenItsBytes(String keyByte, String associated, String sealed) {
    Xaes256Gcm cipher = cipher(HexFormat.fromHexDigits(keyByte));
    byte[] into = new byte[TEXT.length + Xaes256Gcm.TAG_BYTES];

    cipher.seal(new Message(NONCE, bytes(associated), TEXT, 0, TEXT.length), into, 0);

    assertEquals(sealed, HexFormat.of().formatHex(into));
    byte[] opened = new byte[TEXT.length];
    assertTrue(cipher.open(new Message(NONCE, bytes(associated), into, 0, into.length), opened, 0));
    assertArrayEquals(TEXT, opened);
  }

  @Test
  void openWhenTheNonceDiffersInAnyByteThenNot() {
    Xaes256Gcm cipher = cipher(1);
    byte[] sealed = new byte[TEXT.length + Xaes256Gcm.TAG_BYTES];
    cipher.seal(new Message(NONCE, TEXT, TEXT, 0, TEXT.length), sealed, 0);

    for (int i = 0; i < NONCE.length; i++) {
      byte[] other = NONCE.clone();
      other[i] ^= 1;
      Message message = new Message(other, TEXT, sealed, 0, sealed.length);
      assertFalse(cipher.open(message, new byte[TEXT.length], 0), "byte " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 31, 33, 64})
  void createWhenTheKeyHasAnotherLengthThenRefused(int length) {
    byte[] key = new byte[length];

    assertThrows(IllegalArgumentException.class, () -> new Xaes256Gcm(key));
  }

  @Test
  void sealWhenManyThreadsDoThenEachOpensItsOwn() throws Exception {
    Xaes256Gcm cipher = cipher(7);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> all =
          IntStream.range(0, 400)
              .<Callable<Boolean>>mapToObj(i -> () -> isOpenedAgain(cipher, i))
              .toList();
      for (Future<Boolean> one : threads.invokeAll(all)) {
        assertTrue(one.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean isOpenedAgain(Xaes256Gcm cipher, int number) {
    byte[] text = new byte[number];
    Arrays.fill(text, (byte) number);
    byte[] nonce = NONCE.clone();
    nonce[0] = (byte) number;
    nonce[1] = (byte) (number >> 8);
    byte[] sealed = new byte[number + Xaes256Gcm.TAG_BYTES];
    cipher.seal(new Message(nonce, NONCE, text, 0, number), sealed, 0);
    byte[] opened = new byte[number];
    return cipher.open(new Message(nonce, NONCE, sealed, 0, sealed.length), opened, 0)
        && Arrays.equals(text, opened);
  }

  private static Xaes256Gcm cipher(int keyByte) {
    byte[] key = new byte[Xaes256Gcm.KEY_BYTES];
    Arrays.fill(key, (byte) keyByte);
    return new Xaes256Gcm(key);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
