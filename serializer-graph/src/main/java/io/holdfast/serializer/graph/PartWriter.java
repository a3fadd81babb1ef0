package io.holdfast.serializer.graph;

import org.jspecify.annotations.Nullable;

/** Takes the content of one object: at most one text or byte string first, then its parts. */
public interface PartWriter {

  /** Writes the text of the object. */
  void text(String text);

  /** Writes the bytes of the object. */
  void bytes(byte[] bytes);

  /**
   * Writes one part.
   *
   * @param name the name of the part, null in a sequence
   * @param assumed the type the reader will assume where none is named, {@code Object} if it will
   *     assume none
   * @param value the part, possibly null
   */
  void part(@Nullable String name, Class<?> assumed, @Nullable Object value);

  /** Writes one part of a sequence. */
  default void part(@Nullable Object value) {
    part(null, Object.class, value);
  }

  /** What is known of the graph so far. */
  EncodeState state();
}
