package io.holdfast.core.config;

/** What a request does that could not have its session to itself in time. */
public enum OnLockTimeout {
  /** It goes on without; what it stores may conflict with what another request stores. */
  PROCEED,
  /** It is answered with 503 and Retry-After. */
  REJECT
}
