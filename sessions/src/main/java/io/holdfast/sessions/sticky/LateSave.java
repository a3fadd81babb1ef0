package io.holdfast.sessions.sticky;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.repository.LoadResult;
import io.holdfast.sessions.repository.NodeReplies;
import io.holdfast.sessions.repository.SaveResult;
import io.holdfast.sessions.repository.StickyRepository;
import java.util.concurrent.CompletableFuture;

/**
 * The save behind a request that was at work for long while no other came: its client may have gone
 * on at another Tomcat, the session may have ended there, and the next one may have its id.
 * Replaces anything but the record of such a one.
 */
final class LateSave {

  /** Each further one means that another Tomcat has written since the load. */
  private static final int ATTEMPTS = 5;

  private final StickyRepository repository;

  LateSave(StickyRepository repository) {
    this.repository = repository;
  }

  /** Saves without waiting. */
  CompletableFuture<SavedRecord> perform(
      StickyState state, SessionSnapshot snapshot, TimeToLive timeToLive) {
    return attempt(state, snapshot, timeToLive, ATTEMPTS)
        .thenApply(result -> new SavedRecord(snapshot, result));
  }

  private CompletableFuture<SaveResult> attempt(
      StickyState state, SessionSnapshot snapshot, TimeToLive timeToLive, int left) {
    long created = snapshot.times().creationTime();
    return repository
        .load(snapshot.id(), created)
        .thenCompose(
            latest -> {
              if (latest instanceof LoadResult.Found found
                  && found.snapshot().times().creationTime() > created) {
                state.end().replaced();
                return CompletableFuture.completedFuture(new SaveResult.Overtaken());
              }
              return save(latest.replies(), snapshot, timeToLive)
                  .thenCompose(
                      result ->
                          result instanceof SaveResult.Overtaken && left > 1
                              ? attempt(state, snapshot, timeToLive, left - 1)
                              : CompletableFuture.completedFuture(result));
            });
  }

  /** A node that has not replied gets the record as if nobody had been asked. */
  private CompletableFuture<SaveResult> save(
      NodeReplies replies, SessionSnapshot snapshot, TimeToLive timeToLive) {
    return replies.versions().keySet().containsAll(repository.targets(snapshot.id()))
        ? repository.saveOver(replies, snapshot, timeToLive)
        : repository.save(snapshot, timeToLive);
  }
}
