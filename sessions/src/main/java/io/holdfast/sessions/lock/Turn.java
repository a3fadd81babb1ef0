package io.holdfast.sessions.lock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request's use of its session. */
final class Turn implements HeldLease {

  private final @Nullable Lease lease;
  private final Function<Turn, CompletableFuture<Void>> release;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicBoolean released = new AtomicBoolean();

  /**
   * Creates a turn.
   *
   * @param lease on the nodes; null if no node answered
   * @param release called once, when the request is done
   */
  Turn(@Nullable Lease lease, Function<Turn, CompletableFuture<Void>> release) {
    this.lease = lease;
    this.release = release;
  }

  @Nullable Lease lease() {
    return lease;
  }

  @Override
  public boolean isGranted() {
    return lease != null;
  }

  @Override
  public boolean isLost() {
    return lease == null || lease.isLost();
  }

  @Override
  public CompletableFuture<Void> release() {
    if (released.compareAndSet(false, true)) {
      var unused = release.apply(this).whenComplete((nothing, failure) -> done.complete(null));
    }
    return done.copy();
  }
}
