package io.holdfast.sessions.engine;

import io.holdfast.sessions.model.RecordLifetime;

/** What the nodes know of the times of a session, in milliseconds; what is on its way counts. */
final class NotedTimes {

  private long refreshedAt;
  private long notedAccess;

  /** When a request began last whose beginning was noted. */
  private long notedBeginning;

  /** The nodes know of this access. */
  synchronized void accessNoted(long accessTime) {
    notedAccess = Math.max(notedAccess, accessTime);
  }

  /** The last access that the nodes know of. */
  synchronized long notedAccess() {
    return notedAccess;
  }

  /** The record's time to live was renewed. */
  synchronized void refreshed(long now) {
    refreshedAt = now;
  }

  /** Undoes {@link #refreshed}: the store did not confirm it. */
  synchronized void notRefreshed(long then, long before) {
    if (refreshedAt == then) {
      refreshedAt = before;
    }
  }

  /** When the record's time to live began last. */
  synchronized long refreshedAt() {
    return refreshedAt;
  }

  /** Returns whether a request that begins now has to note it, as none has for long; it does. */
  synchronized boolean isBeginningToBeNoted(int interval, long now) {
    boolean isDue =
        RecordLifetime.isExtensionDue(interval, now - Math.max(notedAccess, notedBeginning));
    notedBeginning = isDue ? now : notedBeginning;
    return isDue;
  }
}
