package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionStore;
import java.util.concurrent.CompletableFuture;

/**
 * Finds ids that have no session, in one round trip, before a request with such an id costs more.
 */
public final class UnknownIds {

  private final SessionStore store;
  private final DiskFallback files;

  /** Creates it. */
  public UnknownIds(SessionStore store, DiskFallback files) {
    this.store = store;
    this.files = files;
  }

  /** Returns whether all nodes say that there is no such session, and no file has it. */
  public CompletableFuture<Boolean> isUnknown(SessionId id) {
    if (files.find(id) != null) { // on this thread: those of the store wait for no disk
      return CompletableFuture.completedFuture(false);
    }
    return store
        .load(id)
        .thenApply(
            found -> found.state() instanceof State.Absent || found.state() instanceof State.Ended);
  }

  /** Returns whether a session had this id until it got another; false without an answer. */
  public CompletableFuture<Boolean> isFormer(SessionId id) {
    return store
        .load(id)
        .thenApply(
            found ->
                found.state() instanceof State.Ended ended && ended.tombstone().isOfFormerId());
  }
}
