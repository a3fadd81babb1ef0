package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether encoded content changed, without keeping the content.
 *
 * <p>The first 128 bits of SHA-256. A collision would lose a change without a trace, so 32 bits
 * (one lost change in four billion) are too few; and since users choose what they store, the hash
 * must not let them construct two contents that look alike.
 *
 * @param high the first 64 bits
 * @param low the second 64 bits
 */
public record Fingerprint(long high, long low) {

  private static final int HASH_BYTES = 32;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final MessageDigest NEW = newSha256();

  /** That of each thread; it belongs to the JDK, and so keeps no class loader of ours. */
  private static final ThreadLocal<MessageDigest> DIGEST =
      ThreadLocal.withInitial(Fingerprint::sha256);

  /** Makes several fingerprints, one after the other, on one thread. */
  public static final class Maker {

    private final MessageDigest digest = DIGEST.get();
    private final byte[] hash = new byte[HASH_BYTES];

    public Maker() {
      digest.reset(); // in case that one before failed
    }

    public Fingerprint of(Bytes bytes) {
      bytes.digestWith(digest);
      return finish();
    }

    /** The fingerprint of a part of an array. */
    public Fingerprint of(byte[] array, int start, int length) {
      digest.update(array, start, length);
      return finish();
    }

    private Fingerprint finish() {
      try {
        digest.digest(hash, 0, HASH_BYTES);
      } catch (DigestException e) { // only where there is no room for it
        throw new IllegalStateException("SHA-256 has 32 bytes", e);
      }
      return new Fingerprint((long) LONGS.get(hash, 0), (long) LONGS.get(hash, Long.BYTES));
    }
  }

  public static Fingerprint of(Bytes bytes) {
    return new Maker().of(bytes);
  }

  // Written here, since each request asks: a record's own are made of dozens of classes.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fingerprint that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(low);
  }

  /**
   * A copy of one that is new: to look for the algorithm takes longer than to hash a short text.
   */
  private static MessageDigest sha256() {
    try {
      return (MessageDigest) NEW.clone();
    } catch (CloneNotSupportedException e) { // of another provider
      return newSha256();
    }
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
