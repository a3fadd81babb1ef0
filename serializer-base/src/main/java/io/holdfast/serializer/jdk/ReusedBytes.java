package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.Spares;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are collected one graph after the other in the same arrays: a graph of 100 KB would
 * else make 350 KB of arrays on the way to its last one.
 */
final class ReusedBytes {

  private static final int FIRST = 512;

  /** What once was larger is not kept for the next graph, which is hardly as large. */
  private static final int LARGEST_KEPT = 256 * 1_024;

  private final Spares<ByteArrayOutputStream> idle =
      new Spares<>(() -> new ByteArrayOutputStream(FIRST));

  /** A stream, for a graph at a time, each after {@link Lent#startNext}. */
  Lent lend() {
    return new Lent(idle.borrow());
  }

  /**
   * The bytes of graphs; what still writes to it afterwards fails, and so does what makes a graph
   * larger than allowed. For one thread.
   */
  final class Lent extends OutputStream {

    private @Nullable ByteArrayOutputStream bytes;
    private @Nullable TranscoderException refusal;
    private Class<?> type = Object.class;
    private int start;
    private int most;

    private Lent(ByteArrayOutputStream bytes) {
      this.bytes = bytes;
    }

    /**
     * Starts a graph.
     *
     * @param maxBytes how large it may get
     */
    void startNext(Object graph, int maxBytes) {
      type = graph.getClass();
      start = taken().size();
      most = maxBytes;
    }

    private ByteArrayOutputStream taken() {
      if (refusal != null) {
        throw refusal; // also if the application has caught it before
      }
      ByteArrayOutputStream target = bytes;
      if (target == null) {
        throw new IllegalStateException("the bytes were taken before");
      }
      return target;
    }

    private ByteArrayOutputStream target(int more) throws IOException {
      ByteArrayOutputStream target = bytes;
      if (target == null) {
        throw new IOException("the graph was written to its end before");
      }
      if (more > most - (target.size() - start)) {
        refusal =
            new TranscoderException(
                Reason.LIMIT_EXCEEDED,
                "graph of class %s takes more than the %d bytes allowed"
                    .formatted(type.getName(), most));
        throw refusal;
      }
      return target;
    }

    @Override
    public void write(int b) throws IOException {
      target(1).write(b);
    }

    @Override
    public void write(byte[] more, int offset, int count) throws IOException {
      target(count).write(more, offset, count);
    }

    /** How many bytes there are so far. */
    int size() {
      return taken().size();
    }

    /** The bytes so far. Only after success, and once; of what failed the arrays are left alone. */
    byte[] take() {
      ByteArrayOutputStream target = taken();
      bytes = null;
      byte[] all = target.toByteArray();
      if (all.length <= LARGEST_KEPT) {
        target.reset();
        idle.giveBack(target);
      }
      return all;
    }
  }
}
