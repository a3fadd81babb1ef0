package io.holdfast.sessions.engine;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests that use an instance, and their lease. The note of a change is cleared only when no
 * request is left that may change an object that it got before.
 *
 * <p>The monitor of this object guards the fields. While it is held, only the actions of {@link
 * #whileUnused} and {@link #ifUnused} are called.
 */
public final class InstanceUse {

  private int active;
  private int ignored;
  private int finishing;
  private int answered;
  private boolean lastWasAnswered;
  private boolean someWereAnswered;

  /** How many requests have begun to use it, or records it had; may overflow: only compared. */
  private int uses;

  /** The value of {@link #uses} when objects were given up last. */
  private int usesAtRest = -1;

  private @Nullable BooleanSupplier leaseIsLost;

  /** A request began to use the instance. */
  public synchronized void accessStarted() {
    active++;
    uses++;
    lastWasAnswered = false;
  }

  /**
   * A request that must not cost a store operation is leaving; its end of access follows. What it
   * changed is saved with the next request that may.
   */
  public synchronized void requestIgnored() {
    ignored++;
  }

  /** Returns whether the access that ended is one of those. */
  public synchronized boolean endsIgnored() {
    boolean ends = ignored > 0;
    ignored -= ends ? 1 : 0;
    return ends;
  }

  /** The application is done with a request; its {@link #accessEnded} follows. */
  public synchronized void requestFinishing() {
    finishing = Math.min(finishing + 1, active);
  }

  /** The client has all of a request's answer; the {@link #accessEnded} of that follows. */
  public synchronized void requestAnswered() {
    answered = Math.min(answered + 1, active);
    someWereAnswered = true;
  }

  /** Something else than a request has changed the session, such as a WebSocket. */
  public synchronized void changedOutside() {
    lastWasAnswered = false;
  }

  /**
   * Returns whether what has changed until now was certainly changed behind the complete answers of
   * requests: each that uses the instance is answered, or the last one that used it was.
   */
  synchronized boolean isBehindAnswers() {
    return active > 0 ? answered == active : lastWasAnswered;
  }

  /** Returns whether something of what has changed may have been changed so. */
  synchronized boolean mayBeBehindAnswers() {
    return someWereAnswered;
  }

  /** A request has ended; returns whether {@link #requestFinishing} was called for it. */
  public synchronized boolean accessEnded() {
    if (active > 0) {
      active--;
      lastWasAnswered = answered > 0;
      answered = Math.max(0, answered - 1);
    }
    boolean wasFinishing = finishing > 0;
    finishing -= wasFinishing ? 1 : 0;
    return wasFinishing;
  }

  /** Returns whether no request can change any more what it got from the instance. */
  public synchronized boolean noRequestAtWork() {
    return active <= finishing;
  }

  /** Returns whether some request uses the instance. */
  public synchronized boolean isInUse() {
    return active > 0;
  }

  /** The record is another one: objects that differed from the former may equal their bytes. */
  synchronized void recordReplaced() {
    uses++;
  }

  /** Names a period without requests; -1 if one is at work, or if objects were given up in it. */
  synchronized long unused() {
    return isInUse() || uses == usesAtRest ? -1 : uses;
  }

  /** Runs a short action while requests wait; false if one has begun since that period. */
  synchronized boolean whileUnused(long period, Runnable action) {
    if (isInUse() || uses != period) {
      return false;
    }
    action.run();
    usesAtRest = uses;
    return true;
  }

  /** Runs a short action while requests wait; false if one is at work, or the action says so. */
  synchronized boolean ifUnused(BooleanSupplier action) {
    return !isInUse() && action.getAsBoolean();
  }

  /** The requests that use the instance have the lease; once it is lost, they write nothing. */
  public synchronized void leased(BooleanSupplier isLost) {
    leaseIsLost = isLost;
  }

  /** The lease was released. */
  public synchronized void leaseReleased() {
    leaseIsLost = null;
  }

  /** Returns whether the requests that use the instance have the lease, or had it and lost it. */
  synchronized boolean isLeased() {
    return leaseIsLost != null;
  }

  /** Returns whether the requests that use the instance had the lease and lost it. */
  public boolean isLeaseLost() {
    BooleanSupplier lost;
    synchronized (this) {
      lost = leaseIsLost;
    }
    return lost != null && lost.getAsBoolean();
  }
}
