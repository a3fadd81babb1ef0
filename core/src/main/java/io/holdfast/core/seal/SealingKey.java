package io.holdfast.core.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key with the name by which sealed bytes refer to it. Its text form shows the name only. */
final class SealingKey {

  /** The most characters of a name. */
  static final int LONGEST_ID = 32;

  private static final String HMAC = "HmacSHA256";

  /** Derives a key of its own for names. */
  private static final String NAMING = "holdfast names";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1," + LONGEST_ID + "}");

  private final String id;
  private final byte[] key;
  private final Xaes256Gcm cipher;
  private final SecretKeySpec naming;

  /** Creates a key of {@value Xaes256Gcm#KEY_BYTES} bytes, which are not modified afterwards. */
  SealingKey(String id, byte[] key) {
    this.id = id;
    this.key = key;
    this.cipher = new Xaes256Gcm(key);
    this.naming = hmacKey(hmac(hmacKey(key), NAMING.getBytes(StandardCharsets.US_ASCII)));
  }

  private static SecretKeySpec hmacKey(byte[] bytes) {
    return new SecretKeySpec(bytes, HMAC);
  }

  /** HMAC (RFC 2104) of SHA-256. */
  private static byte[] hmac(SecretKeySpec key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  /** Returns 64 hexadecimal digits for a name, which do not reveal it without this key. */
  String hashOf(String name) {
    return HexFormat.of().formatHex(hmac(naming, name.getBytes(StandardCharsets.UTF_16BE)));
  }

  /**
   * Returns whether a key may have this name: 1 to 32 letters, digits, dots, dashes, underscores.
   */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  String id() {
    return id;
  }

  /** Returns whether both are the same bytes, whatever their names. */
  boolean isSameAs(SealingKey other) {
    return MessageDigest.isEqual(key, other.key);
  }

  Xaes256Gcm cipher() {
    return cipher;
  }

  @Override
  public String toString() {
    return id;
  }
}
