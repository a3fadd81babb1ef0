package io.holdfast.serializer.jdk;

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

  /** A stream for one graph. */
  Lent lend() {
    return new Lent(idle.borrow());
  }

  /** The bytes of one graph; what still writes to it afterwards fails. For one thread. */
  final class Lent extends OutputStream {

    private @Nullable ByteArrayOutputStream bytes;

    private Lent(ByteArrayOutputStream bytes) {
      this.bytes = bytes;
    }

    private ByteArrayOutputStream taken() {
      ByteArrayOutputStream target = bytes;
      if (target == null) {
        throw new IllegalStateException("the bytes were taken before");
      }
      return target;
    }

    private ByteArrayOutputStream target() throws IOException {
      ByteArrayOutputStream target = bytes;
      if (target == null) {
        throw new IOException("the graph was written to its end before");
      }
      return target;
    }

    @Override
    public void write(int b) throws IOException {
      target().write(b);
    }

    @Override
    public void write(byte[] more, int offset, int count) throws IOException {
      target().write(more, offset, count);
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
