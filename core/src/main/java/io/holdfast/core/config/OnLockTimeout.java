package io.holdfast.core.config;

/** What a request does that did not get the lease of its session in time. */
public enum OnLockTimeout {
  /** It goes on without the lease; its save may conflict with another request's. */
  PROCEED,
  /** It is answered with 503 and Retry-After. */
  REJECT
}
