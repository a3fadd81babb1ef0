package io.holdfast.sessions.backup;

import java.util.concurrent.Semaphore;

/** Bounds the backups that wait for their answer without a thread: 64 small ones, or 4 MB. */
final class RoomOnTheWay {

  private static final int BYTES = 4 << 20;
  private static final int LEAST = BYTES / 64;

  private final Semaphore free = new Semaphore(BYTES);

  /** Takes room for a backup; false, without waiting, if there is none. */
  boolean tryTake(long bytes) {
    return free.tryAcquire(share(bytes));
  }

  /** Gives back the room that {@link #tryTake} took for as many bytes. */
  void giveBack(long bytes) {
    free.release(share(bytes));
  }

  /** The share of a backup; one that is larger than the room takes all of it. */
  private static int share(long bytes) {
    return (int) Math.min(Math.max(bytes, LEAST), BYTES);
  }
}
