package io.holdfast.sessions.model;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.DeepTranscoder;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transcoder that throws only what a transcoder may throw, whatever the application's code and a
 * third-party serializer throw in it. It leaves its thread uninterrupted if it was that before: an
 * object that interrupts the thread which writes it does not disturb the sessions that this thread
 * writes next. How full the stack of its thread is does not matter ({@link DeepTranscoder}).
 */
record ContainedTranscoder(Transcoder transcoder) implements Transcoder {

  /** Has deep graphs done by a thread with a larger stack. */
  ContainedTranscoder {
    transcoder = new DeepTranscoder(transcoder);
  }

  @Override
  public byte[] encode(Object graph) {
    return written(graph, () -> transcoder.encode(graph));
  }

  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    return written(
        roots,
        () ->
            transcoder.encodeEach(
                roots,
                isApart,
                graphs -> {
                  if (graphs.size() != roots.size()) {
                    throw new TranscoderException(
                        Reason.UNWRITABLE,
                        "%d objects became %d graphs".formatted(roots.size(), graphs.size()));
                  }
                  return reader.apply(graphs);
                }));
  }

  private static <T extends @Nullable Object> T written(Object what, Supplier<T> work) {
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    try {
      return work.get();
    } catch (TranscoderException | ConcurrentModificationException e) {
      throw e;
    } catch (Throwable e) { // of the application: only its attribute is lost
      throw ApplicationFailure.whileWriting(what, e);
    } finally {
      restore(wasInterrupted);
    }
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    try {
      return transcoder.decode(bytes, start, length);
    } catch (TranscoderException e) {
      throw e;
    } catch (Throwable e) { // of the application, as above
      throw ApplicationFailure.whileReading(e);
    } finally {
      restore(wasInterrupted);
    }
  }

  private static void restore(boolean wasInterrupted) {
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    } else {
      var unused = Thread.interrupted();
    }
  }
}
