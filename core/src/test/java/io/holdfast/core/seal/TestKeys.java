package io.holdfast.core.seal;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keys of tests, each made of its number. */
public final class TestKeys implements Sealer.KeySource {

  private SealingKeys keys;
  private SealingKeys newest;
  private int looks;

  /** With these keys; the first one seals. */
  public TestKeys(int... numbers) {
    this.keys = SealingKeys.parse(text(numbers));
    this.newest = keys;
  }

  /** The lines of a file with these keys. */
  public static String text(int... numbers) {
    return Arrays.stream(numbers)
        .mapToObj(number -> "k" + number + ":" + base64(number))
        .collect(Collectors.joining("\n"));
  }

  /** The key of a number. */
  public static String base64(int number) {
    byte[] key = new byte[Xaes256Gcm.KEY_BYTES];
    Arrays.fill(key, (byte) number);
    return Base64.getEncoder().encodeToString(key);
  }

  /** A sealer with these keys. */
  public static Sealer sealer(int... numbers) {
    return new Sealer(new TestKeys(numbers), new SecureRandom());
  }

  /** Others from now on. */
  public void use(int... numbers) {
    keys = SealingKeys.parse(text(numbers));
    newest = keys;
  }

  /** Returns other keys once a caller looks for newer ones. */
  public void find(int... numbers) {
    newest = SealingKeys.parse(text(numbers));
  }

  /** How often a caller looked for newer keys. */
  public int looks() {
    return looks;
  }

  @Override
  public SealingKeys now() {
    return keys;
  }

  @Override
  public SealingKeys newest() {
    looks++;
    keys = newest;
    return keys;
  }

  /** All of one place, as a stream of what is left when bytes are taken away at the end. */
  static Stream<byte[]> truncations(byte[] bytes) {
    return Stream.iterate(0, length -> length < bytes.length, length -> length + 1)
        .map(length -> Arrays.copyOf(bytes, length));
  }
}
