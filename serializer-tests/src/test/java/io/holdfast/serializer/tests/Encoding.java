package io.holdfast.serializer.tests;

import io.holdfast.core.session.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What became of one kind of attribute when one serializer wrote it.
 *
 * @param serializer its title
 * @param kind its name
 * @param bytes null if it was refused
 * @param refusal why; null if it was not refused
 */
record Encoding(String serializer, String kind, @Nullable Bytes bytes, @Nullable String refusal) {

  boolean isRefused() {
    return bytes == null;
  }

  /** The bytes, which there must be. */
  Bytes accepted() {
    if (bytes == null) {
      throw new IllegalStateException(this + " has no bytes");
    }
    return bytes;
  }
}
