package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;

/** Decides which requests need the lease of their session. Thread-safe; never blocks. */
public interface LockPolicy {

  /** Whether the request needs the lease of its session. */
  boolean needsLease(RequestLine request);

  /**
   * Tells how a request ended that had its session, for policies that learn from it.
   *
   * @param request as it was given to {@link #needsLease}
   * @param modified whether it changed its session
   */
  void requestEnded(RequestLine request, boolean modified);
}
