package io.holdfast.dist;

import org.jspecify.annotations.Nullable;

/**
 * An attribute of a session.
 *
 * @param kind null for what concerns the session as a whole
 */
record HistoryRegister(@Nullable HistoryKind kind, String name) {

  /** The session as a whole. */
  static final HistoryRegister SESSION = new HistoryRegister(null, "");

  static HistoryRegister of(HistoryKind kind, String rest) {
    return new HistoryRegister(kind, kind + rest);
  }

  String kindName() {
    return kind == null ? "session" : kind.toString();
  }
}
