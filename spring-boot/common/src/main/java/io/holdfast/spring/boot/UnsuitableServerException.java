package io.holdfast.spring.boot;

/** The web server is one whose sessions Holdfast does not keep. */
final class UnsuitableServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String action;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, as a sentence
   * @param action what to do, as a sentence
   */
  UnsuitableServerException(String message, String action) {
    super(message);
    this.action = action;
  }

  /** What to do. */
  String action() {
    return action;
  }
}
