package io.holdfast.core.storage.link;

import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.Deadlines.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One operation from the moment it got room until the client library has released it.
 *
 * <p>At the deadline the caller is told, but the room stays taken while the library still holds the
 * bytes, so that an unreachable server cannot make the heap grow.
 */
public final class Exchange<T extends @Nullable Object> implements Deadlines.Awaited {

  private final String nodeId;
  private final String what;
  private final Runnable giveRoomBack;
  private final AtomicBoolean holdsRoom = new AtomicBoolean(true);
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile @Nullable Link sender;
  private volatile @Nullable Deadline deadline;

  public Exchange(String nodeId, String what, Runnable giveRoomBack) {
    this.nodeId = nodeId;
    this.what = what;
    this.giveRoomBack = giveRoomBack;
  }

  public CompletableFuture<T> result() {
    return result;
  }

  public void startDeadline(Deadlines deadlines) {
    try {
      deadline = deadlines.start(this);
    } catch (RejectedExecutionException e) {
      abandon(Reason.UNAVAILABLE, "the timer is shut down");
    }
  }

  /** Reports a missing answer to its sender from now on. */
  public void sentBy(Link itsSender) {
    sender = itsSender;
  }

  public boolean isOver() {
    return result.isDone();
  }

  public void succeed(@Nullable T value) {
    letGo();
    result.complete(value);
  }

  /** Fails the operation; the library does not hold it any more. */
  public void abandon(Reason reason, String message) {
    letGo();
    fail(reason, message);
  }

  @Override
  public void close() {
    abandon(Reason.UNAVAILABLE, "the store is closed");
  }

  @Override
  public void timeOut(Duration timeout) {
    if (fail(Reason.TIMEOUT, "no answer within " + timeout.toMillis() + " ms")) {
      Link waiting = sender;
      if (waiting != null) {
        waiting.noteSilence();
      }
    }
  }

  private boolean fail(Reason reason, String message) {
    return result.completeExceptionally(
        new StoreException(reason, nodeId, what + ": " + message, null));
  }

  private void letGo() {
    if (holdsRoom.compareAndSet(true, false)) {
      giveRoomBack.run();
      Deadline pending = deadline;
      if (pending != null) {
        pending.cancel();
      }
      Link keeping = sender;
      if (keeping != null) {
        keeping.forget(this);
      }
    }
  }
}
