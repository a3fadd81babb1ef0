package io.holdfast.sessions.lock;

import io.holdfast.core.config.LockingMode;
import java.time.InstantSource;

/** Makes the policies that can be configured. */
public final class LockPolicies {

  private LockPolicies() {}

  /**
   * The policy of a mode.
   *
   * @param mode as configured
   * @param clock tells how long ago something was learned
   */
  public static LockPolicy of(LockingMode mode, InstantSource clock) {
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
