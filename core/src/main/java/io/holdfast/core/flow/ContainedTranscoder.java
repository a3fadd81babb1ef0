package io.holdfast.core.flow;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.util.ConcurrentModificationException;

/**
 * A transcoder that throws nothing but what a transcoder may throw, whatever the application's code
 * and a serializer of somebody else throw in it. It leaves its thread uninterrupted if it was that
 * before: an object that interrupts the thread which writes it does not disturb the sessions that
 * this thread looks after next. What was written can be read on a thread that is deep in the calls
 * of its application, too.
 *
 * @param transcoder does the work
 */
record ContainedTranscoder(Transcoder transcoder) implements Transcoder {

  @Override
  public byte[] encode(Object graph) {
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    try {
      return transcoder.encode(graph);
    } catch (TranscoderException | ConcurrentModificationException e) {
      throw e;
    } catch (Throwable e) { // of the application: it must cost its attribute and nothing else
      throw ApplicationFailure.whileWriting(graph, e);
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
      return decodeHere(bytes, start, length);
    } catch (TranscoderException e) {
      if (e.getCause() instanceof StackOverflowError) {
        return DeepStack.call(() -> decodeHere(bytes, start, length));
      }
      throw e;
    } finally {
      restore(wasInterrupted);
    }
  }

  private Object decodeHere(byte[] bytes, int start, int length) {
    try {
      return transcoder.decode(bytes, start, length);
    } catch (TranscoderException e) {
      throw e;
    } catch (Throwable e) { // of the application, as above
      throw ApplicationFailure.whileReading(e);
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
