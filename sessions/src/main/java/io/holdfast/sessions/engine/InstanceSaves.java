package io.holdfast.sessions.engine;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The saves of one instance, one after the other: which is queued last, which may be shared, and
 * whether a request that waited for one was refused.
 *
 * <p>The monitor of this object guards the fields; while it is held only the writer is called,
 * which waits for no other thread.
 */
public final class InstanceSaves {

  /** One for all instances: nothing is attached to a future that has completed. */
  private static final Map<SaveOutcome, CompletableFuture<SaveOutcome>> OVER =
      Arrays.stream(SaveOutcome.values())
          .collect(Collectors.toUnmodifiableMap(each -> each, CompletableFuture::completedFuture));

  private static final CompletableFuture<SaveOutcome> NONE = over(SaveOutcome.UNCHANGED);

  private CompletableFuture<SaveOutcome> last = NONE;

  /** The last save that was queued when a request was refused that waited for one. */
  private CompletableFuture<SaveOutcome> lastGivenUp = NONE;

  /** The one that has not begun yet; null if there is none. */
  private @Nullable CompletableFuture<SaveOutcome> waiting;

  /** Completes, perhaps exceptionally, when the saves of this instance are over. */
  public synchronized CompletableFuture<SaveOutcome> last() {
    return last;
  }

  /**
   * Queues a save behind those of all instances of the session; returns what it waits for.
   *
   * @param isForAll whether others may share it until it begins
   */
  synchronized CompletableFuture<?> enqueue(
      CompletableFuture<SaveOutcome> save, boolean isForAll, SessionWriter writer) {
    waiting = isForAll ? save : null; // else a request that comes now must wait for this one, too
    last = save;
    return writer.enqueue(save);
  }

  /** A save that will see all that was changed until now; null if there is none. */
  synchronized @Nullable CompletableFuture<SaveOutcome> waiting() {
    return waiting == null || waiting.isDone() ? null : waiting;
  }

  /** A save has completed: between saves an instance keeps no future of its own. */
  void over(CompletableFuture<SaveOutcome> save, SaveOutcome outcome, SessionWriter writer) {
    synchronized (this) {
      last = last == save ? over(outcome) : last;
      lastGivenUp = lastGivenUp == save ? NONE : lastGivenUp;
    }
    writer.over(save);
  }

  private static CompletableFuture<SaveOutcome> over(SaveOutcome outcome) {
    return Objects.requireNonNull(OVER.get(outcome));
  }

  /** A save that was waiting looks at the instance from now on. */
  synchronized void begins(CompletableFuture<SaveOutcome> save) {
    if (waiting == save) {
      waiting = null;
    }
  }

  /**
   * A request waited too long for its save, and is refused: what it changed may be written still,
   * by one of the saves that are queued now, but not over what another Tomcat stores from now on.
   * Requests that wait for these saves are told by their outcome.
   */
  public synchronized void giveUp() {
    lastGivenUp = last;
  }

  /**
   * Returns whether a request was refused that waited for the save on its way, or for one behind
   * it. To be asked by that save: saves of an instance follow each other.
   */
  synchronized boolean isGivenUp() {
    return !lastGivenUp.isDone();
  }
}
