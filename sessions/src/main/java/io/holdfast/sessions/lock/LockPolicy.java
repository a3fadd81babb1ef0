package io.holdfast.sessions.lock;

import io.holdfast.core.config.LockingMode;
import io.holdfast.sessions.request.RequestLine;
import java.time.InstantSource;

/** Decides which requests need the lease of their session. Thread-safe; never blocks. */
public interface LockPolicy {

  /** Returns whether the request needs the lease of its session. */
  boolean needsLease(RequestLine request);

  /**
   * Learns how a request ended that had its session; does nothing unless the policy learns.
   *
   * @param request as it was given to {@link #needsLease}
   * @param modified whether it changed its session
   */
  default void requestEnded(RequestLine request, boolean modified) {}

  /**
   * Returns the policy of a mode.
   *
   * @param mode as configured
   * @param clock tells how long ago something was learned
   */
  static LockPolicy of(LockingMode mode, InstantSource clock) {
    if (mode instanceof LockingMode.UriPattern uriPattern) {
      return request -> request.matches(uriPattern.pattern());
    }
    return mode == LockingMode.Plain.AUTO
        ? new LearningLockPolicy(clock)
        : request -> mode == LockingMode.Plain.ALL;
  }
}
