package io.holdfast.core.transcoder;

import org.jspecify.annotations.Nullable;

/** An object graph could not be encoded, decoded, or a transcoder could not be built. */
public final class TranscoderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Reason {
    /** The graph holds an object that cannot be written and read again. */
    UNWRITABLE,
    /** The bytes are not a graph that this transcoder wrote, or its classes are gone. */
    UNREADABLE,
    /** The class filter refused a class. */
    REJECTED_CLASS,
    /** One of {@link DecodeLimits} was exceeded. */
    LIMIT_EXCEEDED,
    /** The transcoder cannot work with this configuration or in this JVM. */
    UNUSABLE
  }

  private final Reason reason;

  /**
   * Creates the exception; the message names the class and, where known, the path to the object.
   */
  public TranscoderException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Creates the exception without a cause. */
  public TranscoderException(Reason reason, String message) {
    this(reason, message, null);
  }

  /** What went wrong. */
  public Reason reason() {
    return reason;
  }
}
