package io.holdfast.core.storage.link;

import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.Deadlines.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One operation from the moment it got room until the client library has released it.
 *
 * <p>At the deadline the caller is told, but the room stays taken while the library still holds the
 * bytes, so that an unreachable server cannot make the heap grow.
 */
public class Exchange<T extends @Nullable Object> extends Deadline {

  private final String nodeId;
  private final String what;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile @Nullable Link sender;
  private boolean holdsRoom = true;
  private boolean hasEnded;

  /** Creates an operation that holds no room, named for messages. */
  public Exchange(String nodeId, String what) {
    this.nodeId = nodeId;
    this.what = what;
  }

  /** Gives back the room that it holds; called once. */
  protected void giveRoomBack() {}

  /** It has ended, which its caller does not know yet; called once. Null: the node has done it. */
  protected void ended(@Nullable StoreException failure) {}

  public final CompletableFuture<T> result() {
    return result;
  }

  public final void startDeadline(Deadlines deadlines) {
    try {
      deadlines.start(this);
    } catch (RejectedExecutionException e) {
      abandon(Reason.UNAVAILABLE, "the timer is shut down");
    }
  }

  /** Reports a missing answer to its sender from now on. */
  public final void sentBy(Link itsSender) {
    sender = itsSender;
  }

  public final boolean isOver() {
    return result.isDone();
  }

  public final void succeed(@Nullable T value) {
    letGo();
    end(value, null);
  }

  /** Fails the operation; the library does not hold it any more. */
  public final void abandon(Reason reason, String message) {
    letGo();
    fail(reason, message);
  }

  @Override
  protected final void closed() {
    abandon(Reason.UNAVAILABLE, "the store is closed");
  }

  @Override
  protected final void timeOut(Duration timeout) {
    if (fail(Reason.TIMEOUT, "no answer within " + timeout.toMillis() + " ms")) {
      Link waiting = sender;
      if (waiting != null) {
        waiting.noteSilence();
      }
    }
  }

  private boolean fail(Reason reason, String message) {
    return end(null, new StoreException(reason, nodeId, what + ": " + message, null));
  }

  /** What {@link #ended} throws is for the caller: the thread that reads has others to answer. */
  private boolean end(@Nullable T value, @Nullable StoreException failure) {
    if (!isFirstToEnd()) {
      return false;
    }
    Throwable thrown = failure;
    try {
      ended(failure);
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    return thrown == null ? result.complete(value) : result.completeExceptionally(thrown);
  }

  private synchronized boolean isFirstToEnd() {
    boolean isFirst = !hasEnded;
    hasEnded = true;
    return isFirst;
  }

  private void letGo() {
    if (isFirstToLetGo()) {
      giveRoomBack();
      cancel();
      Link keeping = sender;
      if (keeping != null) {
        keeping.forget(this);
      }
    }
  }

  private synchronized boolean isFirstToLetGo() {
    boolean isFirst = holdsRoom;
    holdsRoom = false;
    return isFirst;
  }
}
