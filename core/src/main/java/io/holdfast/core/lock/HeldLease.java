package io.holdfast.core.lock;

import java.util.concurrent.CompletableFuture;

/** Exclusive use of one session for one request. Thread-safe. */
public interface HeldLease {

  /**
   * Whether a node granted it; if not, only the other requests of this Tomcat are kept out. Does
   * not change.
   */
  boolean isGranted();

  /**
   * Whether somebody else may have the session by now: the lease could not be renewed in time, or
   * no node ever granted it. Does not ask a node; once true, it stays true.
   */
  boolean isLost();

  /**
   * Gives the session to the request of this Tomcat that waits longest, or back to all. Calling it
   * again changes nothing.
   *
   * @return completes when that is done or the nodes did not answer in time; never exceptionally
   */
  CompletableFuture<Void> release();
}
