package io.holdfast.sessions.store;

/** The state of the copies: whether all nodes that should hold a record do. */
public enum Copies {
  /** They hold it, or a later one, or find it too large. */
  COMPLETE,
  /** One of them did not answer, or refused it. */
  MISSING,
  /** One of them holds a concurrent record. */
  CROSSED;

  static Copies of(CopyResult worst) {
    return switch (worst) {
      case CURRENT, SUPERSEDED -> COMPLETE;
      case SILENT -> MISSING;
      case DIVERGED -> CROSSED;
    };
  }
}
