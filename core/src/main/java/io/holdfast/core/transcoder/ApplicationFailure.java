package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What code of the application or a serializer threw while a graph was written or read, as the
 * exception of a {@link Transcoder}. An error is no exception from that: a class that is missing at
 * run time, a stack that overflowed, and memory that did not suffice are the trouble of one graph.
 */
public final class ApplicationFailure {

  private static final int MAX_CAUSES = 100;

  private ApplicationFailure() {}

  /**
   * What a transcoder throws instead while it writes.
   *
   * @param thrown anything but a {@link java.util.ConcurrentModificationException}, which the
   *     caller of a transcoder has to know
   * @throws ThreadDeath if that was thrown
   */
  public static TranscoderException whileWriting(Object graph, Throwable thrown) {
    TranscoderException known = known(thrown);
    if (known != null) {
      return known;
    }
    String type = graph.getClass().getName();
    return new TranscoderException(
        Reason.UNWRITABLE,
        thrown instanceof StackOverflowError
            ? "graph of class %s is nested too deeply".formatted(type)
            : "graph of class %s cannot be written: %s".formatted(type, describe(thrown)),
        thrown);
  }

  /**
   * What a transcoder throws instead while it reads.
   *
   * @throws ThreadDeath if that was thrown
   */
  public static TranscoderException whileReading(Throwable thrown) {
    TranscoderException known = known(thrown);
    if (known != null) {
      return known;
    }
    return thrown instanceof StackOverflowError || thrown instanceof OutOfMemoryError
        ? new TranscoderException(Reason.LIMIT_EXCEEDED, "graph is too deep or too large", thrown)
        : new TranscoderException(Reason.UNREADABLE, "cannot be read: " + describe(thrown), thrown);
  }

  /** Returns whether the stack of the thread did not suffice, as far as the causes know. */
  public static boolean isOverflow(Throwable thrown) {
    return among(thrown, StackOverflowError.class) != null;
  }

  private static @Nullable TranscoderException known(Throwable thrown) {
    if (thrown instanceof ThreadDeath end) {
      throw end;
    }
    return among(thrown, TranscoderException.class);
  }

  /** The first of the causes that is of a kind; null if none is. */
  private static <E extends Throwable> @Nullable E among(Throwable thrown, Class<E> kind) {
    @Nullable Throwable cause = thrown;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (kind.isInstance(cause)) {
        return kind.cast(cause);
      }
      cause = causeOf(cause);
    }
    return null;
  }

  /** The application's exceptions can fail to answer, too. */
  private static @Nullable Throwable causeOf(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (RuntimeException | Error e) {
      return null;
    }
  }

  /** What was thrown, in one line; its class alone if it does not say more. */
  public static String describe(Throwable thrown) {
    try {
      return String.valueOf(thrown);
    } catch (RuntimeException | Error e) {
      return thrown.getClass().getName();
    }
  }
}
