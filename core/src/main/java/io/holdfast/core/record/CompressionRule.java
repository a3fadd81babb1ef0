package io.holdfast.core.record;

/**
 * Which attributes are compressed in records, and how many bytes they may come to.
 *
 * @param above attributes of more bytes are compressed, if that makes the record smaller
 * @param maxBytes attributes of more bytes are not compressed when writing, so that the store
 *     refuses them, and not unpacked when reading
 */
public record CompressionRule(int above, int maxBytes) {

  /** Checks the ranges. */
  public CompressionRule {
    if (above < 0 || maxBytes < 1) {
      throw new IllegalArgumentException("no sizes: %d, %d".formatted(above, maxBytes));
    }
  }

  /** Compresses nothing; reads what other Tomcats have compressed. */
  public static CompressionRule none(int maxBytes) {
    return new CompressionRule(Integer.MAX_VALUE, maxBytes);
  }
}
