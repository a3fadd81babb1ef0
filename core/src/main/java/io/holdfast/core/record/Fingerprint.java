package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.TreeMap;

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

  /** The fingerprint of bytes. */
  public static Fingerprint of(Bytes bytes) {
    MessageDigest digest = sha256();
    bytes.digestWith(digest);
    return finish(digest);
  }

  /** The fingerprint of attributes; their order does not count. */
  public static Fingerprint of(EncodedAttributes attributes) {
    MessageDigest digest = sha256();
    if (attributes instanceof EncodedAttributes.Apart apart) {
      digest.update((byte) 1);
      new TreeMap<>(apart.graphs())
          .forEach(
              (name, graph) -> {
                byte[] characters = name.getBytes(StandardCharsets.UTF_16BE);
                addLength(digest, characters.length);
                digest.update(characters);
                addLength(digest, graph.length());
                graph.digestWith(digest);
              });
    } else {
      digest.update((byte) 0);
      ((EncodedAttributes.Together) attributes).graph().digestWith(digest);
    }
    return finish(digest);
  }

  /** The length in front keeps one attribute's end apart from the next one's beginning. */
  private static void addLength(MessageDigest digest, int length) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
  }

  private static Fingerprint finish(MessageDigest digest) {
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new Fingerprint(hash.getLong(), hash.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
