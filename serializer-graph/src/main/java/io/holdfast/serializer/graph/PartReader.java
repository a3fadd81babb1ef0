package io.holdfast.serializer.graph;

import org.jspecify.annotations.Nullable;

/** Gives the content of one object in the order in which {@link PartWriter} took it. */
public interface PartReader {

  /** The text of the object, empty if it has none. */
  String text();

  /** The bytes of the object, empty if it has none. */
  byte[] bytes();

  /** Returns whether there is another part. */
  boolean hasNext();

  /** The name of the next part, null in a sequence. */
  @Nullable String name();

  /**
   * Reads the next part.
   *
   * @param assumed the type if the bytes name none
   */
  @Nullable Object next(Class<?> assumed);

  /** Reads the next part of a sequence. */
  default @Nullable Object next() {
    return next(Object.class);
  }

  /** Passes over the next part, which nothing needs; objects in it stay known where possible. */
  void skip();

  /** Makes the instance known to references before its parts are read. */
  void announce(Object instance);

  /** What is known of the graph so far. */
  DecodeState state();
}
