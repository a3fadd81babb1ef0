package io.holdfast.serializer.javolution;

import io.holdfast.serializer.objects.Spares;
import java.util.function.Supplier;

/** A pool of Javolution's readers or writers: making one allocates some 30 KB. */
final class StreamPool<T> {

  /** They keep buffers as large as the largest document they saw. */
  private static final int LARGEST_DOCUMENT = 256 * 1_024;

  private final Spares<T> idle;

  StreamPool(Supplier<T> maker) {
    this.idle = new Spares<>(maker);
  }

  T borrow() {
    return idle.borrow();
  }

  /**
   * Only after success, and reset: one that failed may be left in the middle of something.
   *
   * @param bytes the size of the document
   */
  void release(T stream, int bytes) {
    if (bytes <= LARGEST_DOCUMENT) {
      idle.giveBack(stream);
    }
  }
}
