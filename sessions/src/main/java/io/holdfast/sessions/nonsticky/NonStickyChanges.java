package io.holdfast.sessions.nonsticky;

import io.holdfast.sessions.model.StoredState;
import io.holdfast.sessions.nonsticky.NonStickyAttributes.Encoded;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether an instance of a non-sticky session has something to store: at once, from the notes
 * of changes ({@link #mayDiffer}), or exactly, once it is encoded ({@link #differs}).
 */
public final class NonStickyChanges {

  private static final CompletableFuture<SaveOutcome> NO_SAVE =
      CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);

  private NonStickyChanges() {}

  /** Whether a save may have something to do; cheap. */
  public static boolean mayDiffer(NonStickySession session) {
    NonStickyState state = session.instanceState();
    boolean isRefused = state.end().refusal() != null; // and perhaps forgotten for that
    if (!isRefused && (!session.isLive() || state.hasEnded())) {
      return false;
    }
    return session.instanceAttributes().mayHaveChanged() || isToBeSavedAnyway(session);
  }

  /**
   * Whether the instance has something to store; exact.
   *
   * @param encoded the attributes as they are now
   */
  static boolean differs(NonStickySession session, Encoded encoded) {
    return !encoded.changed().isEmpty()
        || !encoded.restless().isEmpty()
        || isToBeSavedAnyway(session);
  }

  /** Whether something is to be saved although no attribute may have changed. */
  static boolean isToBeSavedAnyway(NonStickySession session) {
    NonStickyState state = session.instanceState();
    return (state.end().refusal() == null ? state.isUnsaved() : state.end().isWishRefused())
        || !NonStickyState.headerOf(session).equals(state.header());
  }

  /**
   * Whether something may have changed in an instance, over its last record, that no request which
   * is at work will save: an ignored request leaves that to the next save; cheap.
   */
  public static boolean isLeftBehind(NonStickySession session) {
    NonStickyState state = session.instanceState();
    StoredState.Header stored = state.header();
    return stored != null
        && session.isLive()
        && !state.hasEnded()
        && state.noRequestAtWork()
        && (session.instanceAttributes().mayHaveChanged()
            || !NonStickyState.headerOf(session).equals(stored));
  }

  /** A mark that equals an earlier one unless something was set in the session since; cheap. */
  public static Object mark(NonStickySession session) {
    return List.of(session.instanceAttributes().sets(), NonStickyState.headerOf(session));
  }

  /**
   * Whether a request that has seen the session can be answered at once: no save of it is under
   * way, and none is needed.
   */
  public static boolean isSettled(NonStickySession session) {
    return savedBy(session) == NO_SAVE;
  }

  /**
   * The save that has all of the session: the one on its way, which may have been asked for by
   * another request.
   *
   * @return its outcome, {@link SaveOutcome#UNCHANGED} for who has nothing to add; null if another
   *     save is needed
   */
  static @Nullable CompletableFuture<SaveOutcome> savedBy(NonStickySession session) {
    NonStickyState state = session.instanceState();
    while (true) {
      CompletableFuture<SaveOutcome> pending = state.pendingSave();
      // Before the notes: a refused save notes its changes again, and then completes.
      boolean isDone = pending.isDone();
      if (mayDiffer(session)) {
        return null;
      }
      // After them: a save that another request began meanwhile may have taken the notes along.
      if (state.pendingSave() == pending) {
        return isDone ? NO_SAVE : pending.thenApply(NonStickyChanges::ofAnother);
      }
    }
  }

  /** The outcome of an earlier save for a request that has nothing to add. */
  private static SaveOutcome ofAnother(SaveOutcome outcome) {
    return outcome == SaveOutcome.SAVED ? SaveOutcome.UNCHANGED : outcome;
  }
}
