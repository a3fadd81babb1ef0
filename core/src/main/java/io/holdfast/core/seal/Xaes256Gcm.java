package io.holdfast.core.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * XAES-256-GCM: AES-256-GCM with a nonce of 24 bytes, as <a
 * href="https://c2sp.org/XAES-256-GCM">C2SP</a> defines it.
 *
 * <p>Half of the nonce goes into the key: two blocks of AES-CMAC (NIST SP 800-108r1, counter mode)
 * make a key of its own for each message, under which the other half is the nonce. So nonces may be
 * drawn at random for 2^80 messages of one key, where AES-GCM by itself stops at 2^32 (NIST SP
 * 800-38D, section 8.3).
 *
 * <p>Thread-safe; threads that work at the same time have ciphers of their own.
 */
final class Xaes256Gcm {

  static final int KEY_BYTES = 32;
  static final int NONCE_BYTES = 24;
  static final int TAG_BYTES = 16;

  private static final int BLOCK = 16;
  private static final int DERIVING_NONCE = 12;
  private static final int TAG_BITS = TAG_BYTES * 8;

  /** The polynomial of CMAC for blocks of 128 bits (RFC 4493, section 2.3). */
  private static final int REDUCTION = 0x87;

  private final SecretKeySpec key;
  private final byte[] subkey;
  private final Queue<Ciphers> idle = new ConcurrentLinkedQueue<>();

  /** Creates it with a key of {@value #KEY_BYTES} bytes. */
  Xaes256Gcm(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("%d bytes are no key".formatted(key.length));
    }
    this.key = new SecretKeySpec(key, "AES");
    Ciphers first = newCiphers();
    this.subkey = subkey(first.encryptBlocks(new byte[BLOCK]));
    idle.add(first);
  }

  /**
   * A message to be sealed or opened.
   *
   * @param nonce never used before with this key, when sealing
   * @param associated what is authenticated and not encrypted
   */
  @SuppressWarnings("ArrayRecordComponent") // lives as long as one call
  record Message(byte[] nonce, byte[] associated, byte[] from, int offset, int length) {}

  /** Encrypts; writes {@link #TAG_BYTES} more bytes than the message has. */
  void seal(Message message, byte[] into, int at) {
    try {
      int written = with(Cipher.ENCRYPT_MODE, message, into, at);
      if (written != message.length + TAG_BYTES) {
        throw new IllegalStateException("AES-GCM has written %d bytes".formatted(written));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot encrypt with AES-256-GCM", e);
    }
  }

  /**
   * Decrypts; writes as many bytes as were encrypted.
   *
   * @return false if any bit is not as it was sealed; then nothing that was written counts
   */
  boolean open(Message message, byte[] into, int at) {
    try {
      int written = with(Cipher.DECRYPT_MODE, message, into, at);
      return written == message.length - TAG_BYTES;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot decrypt with AES-256-GCM", e);
    }
  }

  private int with(int mode, Message message, byte[] into, int at) throws GeneralSecurityException {
    Ciphers polled = idle.poll();
    Ciphers ciphers = polled == null ? newCiphers() : polled;
    try {
      SecretKeySpec derived =
          new SecretKeySpec(ciphers.encryptBlocks(derivation(message.nonce)), "AES");
      GCMParameterSpec parameters =
          new GCMParameterSpec(
              TAG_BITS, message.nonce, DERIVING_NONCE, NONCE_BYTES - DERIVING_NONCE);
      ciphers.gcm.init(mode, derived, parameters);
      ciphers.gcm.updateAAD(message.associated);
      return ciphers.gcm.doFinal(message.from, message.offset, message.length, into, at);
    } finally {
      idle.add(ciphers);
    }
  }

  /** The two blocks whose encryption is the key of a message. */
  private byte[] derivation(byte[] nonce) {
    byte[] blocks = new byte[2 * BLOCK];
    for (int block = 0; block < 2; block++) {
      int start = block * BLOCK;
      blocks[start + 1] = (byte) (block + 1);
      blocks[start + 2] = 'X';
      System.arraycopy(nonce, 0, blocks, start + BLOCK - DERIVING_NONCE, DERIVING_NONCE);
      for (int i = 0; i < BLOCK; i++) {
        blocks[start + i] ^= subkey[i];
      }
    }
    return blocks;
  }

  private static byte[] subkey(byte[] block) {
    byte[] shifted = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      int next = i + 1 < BLOCK ? Byte.toUnsignedInt(block[i + 1]) >> 7 : 0;
      shifted[i] = (byte) (block[i] << 1 | next);
    }
    if (block[0] < 0) {
      shifted[BLOCK - 1] ^= (byte) REDUCTION;
    }
    return shifted;
  }

  private Ciphers newCiphers() {
    try {
      // One block at a time, each with its own input: no more than the function that AES is.
      Cipher block = Cipher.getInstance("AES/ECB/NoPadding");
      block.init(Cipher.ENCRYPT_MODE, key);
      return new Ciphers(block, Cipher.getInstance("AES/GCM/NoPadding"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no AES-256-GCM", e);
    }
  }

  /** What one thread works with at a time. */
  private record Ciphers(Cipher block, Cipher gcm) {

    byte[] encryptBlocks(byte[] blocks) {
      try {
        return block.doFinal(blocks);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("AES failed on " + Arrays.toString(blocks), e);
      }
    }
  }
}
