package io.holdfast.core.lock;

import io.holdfast.core.config.LockingMode;
import io.holdfast.core.request.RequestLine;
import java.time.InstantSource;

/** Decides which requests must have their session to themselves. Thread-safe; never blocks. */
public interface LockPolicy {

  /** Whether the request needs the lease of its session. */
  boolean needsLease(RequestLine request);

  /**
   * Tells how a request ended, for policies that learn from it.
   *
   * @param request as it was given to {@link #needsLease}
   * @param modified whether it changed its session
   */
  void requestEnded(RequestLine request, boolean modified);

  /**
   * The policy of a mode.
   *
   * @param mode as configured
   * @param clock tells how long ago something was learned
   */
  static LockPolicy of(LockingMode mode, InstantSource clock) {
    if (mode instanceof LockingMode.All) {
      return new FixedLockPolicy(request -> true);
    }
    if (mode instanceof LockingMode.UriPattern uriPattern) {
      return new FixedLockPolicy(request -> request.matches(uriPattern.pattern()));
    }
    if (mode instanceof LockingMode.Auto) {
      return new LearningLockPolicy(clock);
    }
    return new FixedLockPolicy(request -> false);
  }
}
