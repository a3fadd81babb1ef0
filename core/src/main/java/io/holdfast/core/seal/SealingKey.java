package io.holdfast.core.seal;

import java.security.MessageDigest;
import java.util.regex.Pattern;

/** A key with the name by which sealed bytes refer to it. Its text form shows the name only. */
final class SealingKey {

  /** The most characters of a name. */
  static final int LONGEST_ID = 32;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1," + LONGEST_ID + "}");

  private final String id;
  private final byte[] key;
  private final Xaes256Gcm cipher;

  /**
   * Creates a key.
   *
   * @param id as {@link #isId} demands
   * @param key {@value Xaes256Gcm#KEY_BYTES} bytes, not modified afterwards
   */
  SealingKey(String id, byte[] key) {
    this.id = id;
    this.key = key;
    this.cipher = new Xaes256Gcm(key);
  }

  /** Whether a key may have this name: 1 to 32 letters, digits, dots, dashes and underscores. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  String id() {
    return id;
  }

  /** Whether what the other one has sealed opens with this one. */
  boolean isSameAs(SealingKey other) {
    return id.equals(other.id) && MessageDigest.isEqual(key, other.key);
  }

  Xaes256Gcm cipher() {
    return cipher;
  }

  @Override
  public String toString() {
    return id;
  }
}
