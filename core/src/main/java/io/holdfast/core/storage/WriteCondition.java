package io.holdfast.core.storage;

/** What must hold for a value to be written. */
public sealed interface WriteCondition {

  /** Writes in any case. */
  record Always() implements WriteCondition {}

  /** Writes only if the node holds nothing under the key. */
  record IfAbsent() implements WriteCondition {}

  /** Writes only if the node still holds the version that was read (compare-and-set). */
  record IfVersion(long version) implements WriteCondition {}

  /** Writes in any case. */
  static WriteCondition always() {
    return new Always();
  }

  /** Writes only if the node holds nothing under the key. */
  static WriteCondition ifAbsent() {
    return new IfAbsent();
  }

  /** Writes only if the node still holds this version. */
  static WriteCondition ifVersion(long version) {
    return new IfVersion(version);
  }
}
