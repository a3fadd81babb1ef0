package io.holdfast.sessions.sticky;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.repository.InvalidationMarks;
import io.holdfast.sessions.repository.LoadResult;
import io.holdfast.sessions.repository.NodeReplies;
import io.holdfast.sessions.repository.SaveResult;
import io.holdfast.sessions.repository.StickyRepository;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Stores sticky sessions from files, unless the store has a newer record or another Tomcat has
 * invalidated the session.
 */
public final class StickyFallback implements PutBack {

  private final StickyRepository repository;
  private final InvalidationMarks marks;
  private final RecordLifetime lifetime;

  public StickyFallback(
      StickyRepository repository, InvalidationMarks marks, RecordLifetime lifetime) {
    this.repository = repository;
    this.marks = marks;
    this.lifetime = lifetime;
  }

  @Override
  public CompletableFuture<Fate> store(SessionSnapshot kept) {
    return repository
        .load(kept.id(), kept.times().creationTime())
        .thenCompose(found -> storeOver(found, kept));
  }

  private CompletableFuture<Fate> storeOver(LoadResult result, SessionSnapshot kept) {
    if (result instanceof LoadResult.Unavailable) {
      return CompletableFuture.completedFuture(Fate.STORE_AWAY);
    }
    if (!(result instanceof LoadResult.Found found)) {
      return marks
          .look(kept.id(), kept.times().creationTime())
          .thenCompose(
              mark ->
                  switch (mark) {
                    case FOUND -> CompletableFuture.completedFuture(Fate.OUTDATED);
                    case UNREACHABLE -> CompletableFuture.completedFuture(Fate.STORE_AWAY);
                    case NONE ->
                        save(result.replies(), kept).thenCompose(fate -> unlessEnded(fate, kept));
                  });
    }
    SessionSnapshot stored = found.snapshot();
    return FileTakeover.isOlder(
            kept,
            stored.times().creationTime(),
            stored.version(),
            stored.times().thisAccessedTime())
        ? CompletableFuture.completedFuture(Fate.OUTDATED)
        : save(result.replies(), inVersion(Math.max(kept.version(), stored.version() + 1), kept));
  }

  /**
   * Looks for the mark again once the record is stored: a request may have gone on from the file
   * since the first look, and have ended the session.
   */
  private CompletableFuture<Fate> unlessEnded(Fate fate, SessionSnapshot kept) {
    if (fate != Fate.STORED) {
      return CompletableFuture.completedFuture(fate);
    }
    return marks
        .look(kept.id(), kept.times().creationTime())
        .thenCompose(
            mark ->
                mark == InvalidationMarks.Mark.FOUND
                    ? repository
                        .deleteAgain(kept.id(), kept.times().creationTime())
                        .thenApply(isDeleted -> Fate.OUTDATED)
                    : CompletableFuture.completedFuture(fate));
  }

  private static SessionSnapshot inVersion(long version, SessionSnapshot kept) {
    return new SessionSnapshot(
        kept.id(),
        new VersionHistory(version, List.of()),
        kept.origins(),
        kept.times(),
        kept.authType(),
        kept.principal(),
        kept.notes(),
        kept.attributes());
  }

  private CompletableFuture<Fate> save(NodeReplies seen, SessionSnapshot snapshot) {
    return repository
        .saveOver(seen, snapshot, lifetime.of(snapshot.times()))
        .thenApply(StickyFallback::fateOf);
  }

  private static Fate fateOf(SaveResult result) {
    if (result instanceof SaveResult.Stored) {
      return Fate.STORED;
    }
    return result instanceof SaveResult.TooLarge ? Fate.TOO_LARGE : Fate.STORE_AWAY;
  }
}
