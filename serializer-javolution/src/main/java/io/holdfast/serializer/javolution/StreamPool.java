package io.holdfast.serializer.javolution;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A bounded number of Javolution's readers or writers, each of which takes some 30 KB to make. */
final class StreamPool<T> {

  private static final int SIZE = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  /** They keep buffers as large as the largest document they saw. */
  private static final int LARGEST_DOCUMENT = 256 * 1_024;

  private final Supplier<T> maker;
  private final Queue<T> idle = new ArrayBlockingQueue<>(SIZE);

  StreamPool(Supplier<T> maker) {
    this.maker = maker;
  }

  T borrow() {
    @Nullable T stream = idle.poll();
    return stream == null ? maker.get() : stream;
  }

  /**
   * Only after success, and reset: one that failed may be left in the middle of something.
   *
   * @param bytes the size of the document
   */
  void release(T stream, int bytes) {
    if (bytes <= LARGEST_DOCUMENT) {
      idle.offer(stream);
    }
  }
}
