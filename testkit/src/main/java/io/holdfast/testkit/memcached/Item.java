package io.holdfast.testkit.memcached;

/**
 * A stored value; the array is never changed after it was stored.
 *
 * @param expiresAt millisecond since 1970 from which it is gone, {@link Expiry#NEVER} if none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the server owns its arrays
record Item(int flags, byte[] data, long expiresAt, long cas) {

  /** About what memcached needs beside key and data. */
  private static final int OVERHEAD = 56;

  static long size(String key, long dataLength) {
    return OVERHEAD + key.length() + dataLength;
  }

  boolean isExpired(long nowMillis) {
    return nowMillis >= expiresAt;
  }
}
