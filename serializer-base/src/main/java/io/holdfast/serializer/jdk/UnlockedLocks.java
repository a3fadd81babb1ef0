package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Locks as they are read: unlocked, whatever they were when they were written. Bytes can have a
 * lock that no thread holds and that is locked all the same; each thread that wants it waits for
 * ever, first the one that reads the queue which has it.
 */
final class UnlockedLocks {

  private UnlockedLocks() {}

  /**
   * Checks an object that was read, before another uses it.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it is a lock that is
   *     locked
   */
  static void check(Object object) {
    if (isLocked(object)) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "a locked %s, which no thread could unlock".formatted(object.getClass().getName()));
    }
  }

  private static boolean isLocked(Object object) {
    if (object instanceof ReentrantLock lock) {
      return lock.isLocked();
    }
    if (object instanceof ReentrantReadWriteLock lock) {
      return lock.isWriteLocked() || lock.getReadLockCount() > 0;
    }
    return object instanceof StampedLock lock && (lock.isWriteLocked() || lock.isReadLocked());
  }
}
