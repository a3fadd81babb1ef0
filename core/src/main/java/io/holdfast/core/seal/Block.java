package io.holdfast.core.seal;

import io.holdfast.core.seal.SealException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What stands in front of sealed bytes.
 *
 * @param kind {@link #VALUE} or {@link #MORE}
 * @param cipherBytes how many there are, with their tag
 */
record Block(byte kind, String keyId, int cipherBytes) {

  /** The first byte is no ASCII, so that no text is taken for it. */
  static final int MAGIC = 0xD1_48_46_45;

  private static final byte FIRST_OF_MAGIC = (byte) (MAGIC >>> (Integer.SIZE - Byte.SIZE));

  static final byte FORMAT_VERSION = 1;

  static final byte VALUE = 1;

  /** Bytes appended to a value. */
  static final byte MORE = 2;

  /** Magic, version, kind, length of the key id, length of the sealed bytes. */
  static final int FIXED_BYTES = Integer.BYTES + 3 + Integer.BYTES;

  static boolean isAt(byte[] bytes, int at) {
    return bytes.length - at >= Integer.BYTES
        && bytes[at] == FIRST_OF_MAGIC
        && ByteBuffer.wrap(bytes, at, Integer.BYTES).getInt() == MAGIC;
  }

  int bytes() {
    return headBytes() + cipherBytes;
  }

  /** How many bytes stand in front of the sealed ones. */
  int headBytes() {
    return FIXED_BYTES + keyId.length() + Xaes256Gcm.NONCE_BYTES;
  }

  void writeTo(byte[] bytes, byte[] nonce) {
    putHead(ByteBuffer.wrap(bytes)).put(nonce);
  }

  /** What is authenticated with the sealed bytes: their head without the nonce, and their place. */
  byte[] associatedAt(String place) {
    byte[] associated = new byte[FIXED_BYTES + keyId.length() + place.length()];
    putHead(ByteBuffer.wrap(associated)).put(place.getBytes(StandardCharsets.US_ASCII));
    return associated;
  }

  private ByteBuffer putHead(ByteBuffer into) {
    return into.putInt(MAGIC)
        .put(FORMAT_VERSION)
        .put(kind)
        .put((byte) keyId.length())
        .put(keyId.getBytes(StandardCharsets.US_ASCII))
        .putInt(cipherBytes);
  }

  /** The nonce of a block of such a head. */
  byte[] nonceIn(byte[] bytes, int at) {
    int start = at + FIXED_BYTES + keyId.length();
    return Arrays.copyOfRange(bytes, start, start + Xaes256Gcm.NONCE_BYTES);
  }

  /** Reads the head of a block; the block ends within the bytes. */
  static Block read(byte[] bytes, int at, byte expected) throws SealException {
    ByteBuffer head = ByteBuffer.wrap(bytes, at, bytes.length - at);
    if (head.remaining() < FIXED_BYTES || head.getInt() != MAGIC) {
      throw forged("%d bytes at %d are no sealed ones".formatted(bytes.length - at, at));
    }
    byte version = head.get();
    if (version != FORMAT_VERSION) {
      throw forged(
          "it is sealed in format %d, this release reads %d".formatted(version, FORMAT_VERSION));
    }
    byte kind = head.get();
    if (kind != expected) {
      throw forged("block of kind %d at %d".formatted(kind, at));
    }
    int idLength = Byte.toUnsignedInt(head.get());
    if (idLength > SealingKey.LONGEST_ID || head.remaining() < idLength + Integer.BYTES) {
      throw forged("the name of its key has %d bytes".formatted(idLength));
    }
    byte[] id = new byte[idLength];
    head.get(id);
    String keyId = new String(id, StandardCharsets.US_ASCII);
    if (!SealingKey.isId(keyId)) {
      throw forged("the name of its key is none");
    }
    int cipherBytes = head.getInt();
    if (cipherBytes < Xaes256Gcm.TAG_BYTES
        || cipherBytes > head.remaining() - Xaes256Gcm.NONCE_BYTES) {
      throw forged(
          "it says that it has %d sealed bytes, there are %d"
              .formatted(cipherBytes, head.remaining()));
    }
    return new Block(kind, keyId, cipherBytes);
  }

  private static SealException forged(String message) {
    return new SealException(Reason.FORGED, message);
  }
}
