package io.holdfast.tomcat.session;

import io.holdfast.sessions.lock.HeldLease;
import java.util.concurrent.CompletableFuture;

/**
 * The leases of a session that has got another id while a request had it to itself: the one of its
 * former id, and the one of its present id. The request has the session as long as it has both.
 *
 * @param former of the id until then
 * @param present of the id since
 */
record TwoLeases(HeldLease former, HeldLease present) implements HeldLease {

  @Override
  public boolean isGranted() {
    return former.isGranted();
  }

  @Override
  public boolean isLost() {
    return former.isLost() || present.isLost();
  }

  @Override
  public CompletableFuture<Void> release() {
    return CompletableFuture.allOf(former.release(), present.release());
  }
}
