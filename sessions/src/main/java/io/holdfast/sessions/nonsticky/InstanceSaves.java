package io.holdfast.sessions.nonsticky;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The saves of one instance, one after the other: which is queued last, which may be shared, and
 * whether a request that waited for one was refused.
 *
 * <p>The monitor of this object guards the fields; while it is held only the writer is called,
 * which waits for no other thread.
 */
final class InstanceSaves {

  private final SessionWriter writer;

  private CompletableFuture<SaveOutcome> last =
      CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);

  /** The last save that was queued when a request was refused that waited for one. */
  private CompletableFuture<SaveOutcome> lastGivenUp = last;

  /** The one that has not begun yet; null if there is none. */
  private @Nullable CompletableFuture<SaveOutcome> waiting;

  /**
   * Creates it without any save.
   *
   * @param writer of the instances of the session that are here
   */
  InstanceSaves(SessionWriter writer) {
    this.writer = writer;
  }

  /** Completes, perhaps exceptionally, when the saves of this instance are over. */
  synchronized CompletableFuture<SaveOutcome> last() {
    return last;
  }

  /**
   * Queues a save behind the earlier ones of all instances of the session.
   *
   * @return what it has to wait for
   */
  synchronized CompletableFuture<?> enqueue(CompletableFuture<SaveOutcome> save) {
    waiting = null; // a request that comes now must wait for this one, too
    last = save;
    return writer.enqueue(save);
  }

  /** The same; until it begins, others may share it. */
  synchronized CompletableFuture<?> enqueueForAll(CompletableFuture<SaveOutcome> save) {
    CompletableFuture<?> before = enqueue(save);
    waiting = save;
    return before;
  }

  /** A save that will see all that was changed until now; null if there is none. */
  synchronized @Nullable CompletableFuture<SaveOutcome> waiting() {
    return waiting == null || waiting.isDone() ? null : waiting;
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
  synchronized void giveUp() {
    lastGivenUp = last;
  }

  /**
   * Whether a request was refused that waited for the save on its way, or for one behind it. To be
   * asked by that save: saves of an instance follow each other.
   */
  synchronized boolean isGivenUp() {
    return !lastGivenUp.isDone();
  }
}
