package io.holdfast.core.explore;

/** Something happened that must not, in some order of events. */
final class BrokenPromise extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BrokenPromise(String message) {
    super(message);
  }
}
