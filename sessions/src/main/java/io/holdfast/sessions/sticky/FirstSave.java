package io.holdfast.sessions.sticky;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.repository.LoadResult;
import io.holdfast.sessions.repository.NodeReplies;
import io.holdfast.sessions.repository.SaveResult;
import io.holdfast.sessions.repository.StickyRepository;
import java.util.concurrent.CompletableFuture;

/**
 * The first save of a session after this Tomcat has looked for it in the store, because another one
 * may have served it: replaces only what was found then.
 *
 * <p>The Tomcat that the session left may store it meanwhile: what it could not store before the
 * session left, and with a higher version. A save that replaced such a record would have the lower
 * version, and count as the older one for ever.
 */
final class FirstSave {

  /** Each further one means that another Tomcat has written since the load. */
  private static final int ATTEMPTS = 5;

  private final StickyRepository repository;

  FirstSave(StickyRepository repository) {
    this.repository = repository;
  }

  /**
   * Saves without waiting.
   *
   * @param isChanged whether the session differs from its record; one that does not gives way to
   *     what another Tomcat has stored since, and is loaded again by its next request
   * @param loaded the nodes' replies when the session was looked for
   */
  CompletableFuture<SavedRecord> perform(
      StickyState state,
      SessionSnapshot snapshot,
      boolean isChanged,
      NodeReplies loaded,
      TimeToLive timeToLive) {
    return attempt(new Attempt(state, isChanged, timeToLive, ATTEMPTS), snapshot, loaded);
  }

  private record Attempt(StickyState state, boolean isChanged, TimeToLive timeToLive, int left) {

    Attempt next() {
      return new Attempt(state, isChanged, timeToLive, left - 1);
    }
  }

  private CompletableFuture<SavedRecord> attempt(
      Attempt attempt, SessionSnapshot snapshot, NodeReplies seen) {
    return repository
        .saveOver(seen, snapshot, attempt.timeToLive)
        .thenCompose(
            result ->
                result instanceof SaveResult.Overtaken && attempt.left > 1
                    ? repository
                        .load(snapshot.id(), snapshot.times().creationTime())
                        .thenCompose(latest -> over(attempt.next(), snapshot, latest))
                    : CompletableFuture.completedFuture(new SavedRecord(snapshot, result)));
  }

  private CompletableFuture<SavedRecord> over(
      Attempt attempt, SessionSnapshot snapshot, LoadResult latest) {
    if (!latest.replies().unreachable().isEmpty()) { // repeated, after another look
      return CompletableFuture.completedFuture(new SavedRecord(snapshot, new SaveResult.Failed()));
    }
    SessionSnapshot next = snapshot;
    long created = snapshot.times().creationTime();
    if (latest instanceof LoadResult.Found found
        && !attempt.state.knows(found.snapshot(), snapshot.id(), created)) {
      if (found.snapshot().times().creationTime() > created) {
        attempt.state.end().replaced();
        return CompletableFuture.completedFuture(
            new SavedRecord(snapshot, new SaveResult.Overtaken()));
      }
      if (!attempt.isChanged) {
        attempt.state.elsewhere(true);
        return CompletableFuture.completedFuture(
            new SavedRecord(snapshot, new SaveResult.Overtaken()));
      }
      attempt.state.outdo(found.snapshot().version());
      next = snapshot.withLineage(VersionHistory.counted(attempt.state.nextVersion()));
    }
    return attempt(attempt, next, latest.replies());
  }
}
