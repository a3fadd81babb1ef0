package io.holdfast.sessions.lock;

import io.holdfast.sessions.request.RequestLine;
import java.util.function.Predicate;

/**
 * A policy that looks at the request alone.
 *
 * @param rule whether a request needs the lease
 */
record FixedLockPolicy(Predicate<RequestLine> rule) implements LockPolicy {

  @Override
  public boolean needsLease(RequestLine request) {
    return rule.test(request);
  }

  /** Does nothing: there is nothing to learn. */
  @Override
  public void requestEnded(RequestLine request, boolean modified) {}
}
