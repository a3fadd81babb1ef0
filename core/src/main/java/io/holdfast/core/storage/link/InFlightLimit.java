package io.holdfast.core.storage.link;

import java.util.concurrent.Semaphore;

/**
 * Bounds what the client library holds for one node. The library has no bound: while a server does
 * not read, it takes operations until the heap is full.
 */
public final class InFlightLimit {

  /** How many bytes may be under way at once; at least one item of the largest size. */
  static final int BYTES = 64 << 20;

  private final Semaphore operations;
  private final Semaphore bytes;

  public InFlightLimit(int maxOperations, int maxItemSize) {
    this.operations = new Semaphore(maxOperations);
    this.bytes = new Semaphore(Math.max(BYTES, maxItemSize));
  }

  /** Takes room for one operation; false, without waiting, if there is none. */
  public boolean tryEnter(int size) {
    if (!operations.tryAcquire()) {
      return false;
    }
    if (!bytes.tryAcquire(size)) {
      operations.release();
      return false;
    }
    return true;
  }

  /** Gives back what {@link #tryEnter} took. */
  public void leave(int size) {
    bytes.release(size);
    operations.release();
  }
}
