package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transcoder for which the limits decide how deep a graph may be, not the stack of the thread:
 * what overflows the stack is done once more on a thread with a larger one.
 *
 * <p>Every graph is read there, but only a {@link PlainGraph} is written there. Code of the
 * application that writes its object may need a lock that the caller holds, or what the caller's
 * thread knows. Should the other thread wait for a lock all the same, the caller does not wait for
 * ever.
 */
public final class DeepTranscoder implements Transcoder {

  /** More than any graph of a few thousand levels takes. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Transcoder transcoder;
  private final Duration patience;

  public DeepTranscoder(Transcoder transcoder) {
    this(transcoder, PATIENCE);
  }

  /** The same, where a caller waits so long for the other thread to write. */
  DeepTranscoder(Transcoder transcoder, Duration patience) {
    this.transcoder = transcoder;
    this.patience = patience;
  }

  @Override
  public byte[] encode(Object graph) {
    return written(graph, () -> transcoder.encode(graph));
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return encodeEach(roots, true, EncodedGraphs::takeAll);
  }

  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    return written(roots, () -> transcoder.encodeEach(roots, isApart, reader));
  }

  private <T extends @Nullable Object> T written(Object what, Supplier<T> work) {
    try {
      return work.get();
    } catch (TranscoderException | StackOverflowError e) {
      if (!ApplicationFailure.isOverflow(e) || !PlainGraph.is(what)) {
        throw e;
      }
    }
    try {
      return DeepStack.call(work, patience);
    } catch (TimeoutException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "graph of class %s is nested too deeply, and another thread did not write it in %d ms"
              .formatted(what.getClass().getName(), patience.toMillis()),
          e);
    }
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    try {
      return transcoder.decode(bytes, start, length);
    } catch (TranscoderException | StackOverflowError e) {
      if (!ApplicationFailure.isOverflow(e)) {
        throw e;
      }
    }
    try {
      return DeepStack.call(() -> transcoder.decode(bytes, start, length), FOR_EVER);
    } catch (TimeoutException e) {
      throw new IllegalStateException("waited for ever", e);
    }
  }
}
