package io.holdfast.sessions.explore;

/** Numbers that stand for moments and events; different ones for different things, by all odds. */
public final class Digest {

  private Digest() {}

  /** The digest of several things in this order. */
  public static long of(long... parts) {
    long digest = parts.length;
    for (long part : parts) {
      digest = scrambled(digest * 0x9e3779b97f4a7c15L + part);
    }
    return digest;
  }

  static long of(String text) {
    long digest = text.length();
    for (int i = 0; i < text.length(); i++) {
      digest = digest * 31 + text.charAt(i);
    }
    return scrambled(digest);
  }

  private static long scrambled(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
