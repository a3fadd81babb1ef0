package io.holdfast.core.transcoder;

import io.holdfast.core.log.LogText;
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
  private final @Nullable String converters;
  private final @Nullable String problem;

  /**
   * Creates the exception; the message names the class and, where known, the path to the object.
   *
   * @param reason what went wrong
   * @param message for the operator: without values of the session; shortened, and in one line
   * @param cause null if there is none
   */
  public TranscoderException(Reason reason, String message, @Nullable Throwable cause) {
    this(reason, message, cause, null, null);
  }

  private TranscoderException(
      Reason reason,
      String message,
      @Nullable Throwable cause,
      @Nullable String converters,
      @Nullable String problem) {
    super(LogText.ofMessage(message), cause);
    this.reason = reason;
    this.converters = converters;
    this.problem = problem;
  }

  /**
   * Creates the exception without a cause.
   *
   * @param reason what went wrong
   * @param message for the operator: without values of the session; shortened, and in one line
   */
  public TranscoderException(Reason reason, String message) {
    this(reason, message, null);
  }

  /**
   * A class that {@code customConverter} names cannot be used.
   *
   * @param converters the class, or all classes where the serializer takes none
   * @param problem what is wrong, and what would be right
   * @param cause null if there is none
   * @return an exception to throw, with reason {@link Reason#UNUSABLE}
   */
  public static TranscoderException ofConverter(
      String converters, String problem, @Nullable Throwable cause) {
    return new TranscoderException(
        Reason.UNUSABLE,
        "customConverter=\"%s\": %s".formatted(converters, problem),
        cause,
        converters,
        problem);
  }

  /**
   * The classes of {@code customConverter} that cannot be used.
   *
   * @return names separated by commas; null if something else is wrong
   */
  public @Nullable String converters() {
    return converters;
  }

  /** {@return what is wrong with {@link #converters}; else the whole message} */
  public String problem() {
    return problem == null ? String.valueOf(getMessage()) : problem;
  }

  /** {@return what went wrong} */
  public Reason reason() {
    return reason;
  }
}
