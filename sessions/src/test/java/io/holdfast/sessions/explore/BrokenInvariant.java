package io.holdfast.sessions.explore;

/** Something happened that must not, in some order of events. */
public final class BrokenInvariant extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BrokenInvariant(String message) {
    super(message);
  }
}
