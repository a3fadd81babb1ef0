package io.holdfast.sessions.engine;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.store.SessionOrder;
import org.jspecify.annotations.Nullable;

/**
 * Records whether an instance is of no session any more, and what its requests have to be told of
 * that.
 */
final class InstanceEnd {

  private boolean ended;

  /** When its time was up and no node had the record, though it was to stay longer; 0 if not so. */
  private long missedSince;

  private @Nullable SaveOutcome refusal;
  private boolean wishRefused;

  /** The session has ended, here or elsewhere. */
  synchronized void came() {
    ended = true;
  }

  /** The session has ended under its id, by a tombstone of it or of a later session. */
  synchronized void came(Tombstone tombstone, SessionTimes times) {
    if (isOfFormerId(tombstone, times)) {
      refuse(SaveOutcome.RENAMED); // requests may be at work in the instance
    } else {
      came();
    }
  }

  /** Returns whether the session goes on under another id; a later one with its id may, too. */
  static boolean isOfFormerId(Tombstone tombstone, SessionTimes times) {
    return tombstone.isOfFormerId()
        && SessionOrder.of(tombstone.creationTime(), times.creationTime()) == SessionOrder.SAME;
  }

  /** Returns whether the instance has no session any more. */
  synchronized boolean hasCome() {
    return ended;
  }

  /**
   * The session goes on without this instance: each request that has changed the instance must be
   * told.
   *
   * @param outcome of all its saves from now on: {@link SaveOutcome#RENAMED}, {@link
   *     SaveOutcome#LEASE_LOST}, {@link SaveOutcome#OVERTAKEN} or {@link SaveOutcome#DISPLACED}
   */
  synchronized void refuse(SaveOutcome outcome) {
    ended = true;
    refusal = outcome;
  }

  /** Why this instance can save nothing any more; null if it can, or there is no session. */
  synchronized @Nullable SaveOutcome refusal() {
    return refusal;
  }

  /** A request failed to end the session, or to give it another id: it must be told. */
  synchronized void wishRefused() {
    wishRefused = true;
  }

  /** Returns whether a request failed to end the session or its id. */
  synchronized boolean isWishRefused() {
    return wishRefused;
  }

  /** Its time is up, and no node has the record, though it was to stay longer. */
  synchronized long missedSince(long now) {
    missedSince = missedSince == 0 ? now : missedSince;
    return missedSince;
  }

  /** A node has the record, or a tombstone. */
  synchronized void notMissed() {
    missedSince = 0;
  }

  /** Returns whether {@link #missedSince} is so. */
  synchronized boolean isMissed() {
    return missedSince != 0;
  }
}
