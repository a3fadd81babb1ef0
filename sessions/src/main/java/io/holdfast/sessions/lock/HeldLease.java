package io.holdfast.sessions.lock;

import java.util.concurrent.CompletableFuture;

/** Exclusive use of one session for one request. Thread-safe. */
public interface HeldLease {

  /**
   * Returns whether a node granted it; if not, it keeps out only the other requests of this Tomcat.
   * Does not change.
   */
  boolean isGranted();

  /**
   * Returns whether another Tomcat may have the session by now: the lease could not be renewed in
   * time, or no node ever granted it. Does not ask a node; once true, it stays true.
   */
  boolean isLost();

  /**
   * Gives the session to the request of this Tomcat that waits longest, or releases the lease. A
   * second call does nothing.
   *
   * @return completes when that is done or the nodes did not answer in time; never exceptionally
   */
  CompletableFuture<Void> release();
}
