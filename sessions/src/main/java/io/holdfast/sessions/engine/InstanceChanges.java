package io.holdfast.sessions.engine;

import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.engine.SessionInstance.Header;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether an instance of a session has something to store: at once, from the notes of changes
 * ({@link #mayDiffer}), or exactly, once it is encoded ({@link #differs}).
 */
public final class InstanceChanges {

  /** The outcome where there is nothing to save. */
  static final CompletableFuture<SaveOutcome> NO_SAVE =
      CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);

  private InstanceChanges() {}

  /** Returns whether a save may have something to do; cheap. */
  public static boolean mayDiffer(SessionInstance session) {
    boolean mayHaveChanged =
        session.instanceAttributes().mayHaveChanged() || isToBeSavedAnyway(session);
    InstanceState state = session.instanceState();
    return mayHaveChanged
        && (state.refusal() != null // and perhaps forgotten for that
            || (session.isLive() && !state.hasEnded()));
  }

  /** Returns whether the instance has something to store; exact. */
  static boolean differs(SessionInstance session, Encoded encoded) {
    return !encoded.changed().isEmpty()
        || !encoded.restless().isEmpty()
        || isToBeSavedAnyway(session);
  }

  /** Returns whether something is to be saved although no attribute may have changed. */
  static boolean isToBeSavedAnyway(SessionInstance session) {
    InstanceState state = session.instanceState();
    return (state.refusal() == null ? state.isUnsaved() : state.isWishRefused())
        || !isOf(session, state.header())
        || state.isOtherOnItsWay(session);
  }

  private static boolean isOf(SessionInstance session, @Nullable Header header) {
    return header != null && header.isOf(session);
  }

  /**
   * Returns whether something may have changed in an instance, over its last record, that no
   * request which is at work will save: an ignored request leaves that to the next save; cheap.
   */
  public static boolean isLeftBehind(SessionInstance session) {
    InstanceState state = session.instanceState();
    Header stored = state.header();
    return stored != null
        && session.isLive()
        && !state.hasEnded()
        && state.use().noRequestAtWork()
        && (session.instanceAttributes().mayHaveChanged() || !isOf(session, stored));
  }

  /** Returns whether a save of an instance that was stored before is needed, or under way. */
  public static boolean isAhead(SessionInstance session) {
    InstanceState state = session.instanceState();
    return state.header() != null && session.isLive() && !state.hasEnded() && !isSettled(session);
  }

  /** A mark that equals an earlier one unless something was set in the session since; cheap. */
  public static Object mark(SessionInstance session) {
    return List.of(session.instanceAttributes().sets(), Header.of(session, session.sessionId()));
  }

  /**
   * Returns whether a request that has seen the session can be answered at once: no save of it is
   * under way, and none is needed.
   */
  public static boolean isSettled(SessionInstance session) {
    return savedBy(session) == NO_SAVE;
  }

  /**
   * Returns the save that stores all of the session: the one on its way, which another request may
   * have begun.
   *
   * @return its outcome, {@link SaveOutcome#UNCHANGED} for a caller without further changes; null
   *     if another save is needed
   */
  static @Nullable CompletableFuture<SaveOutcome> savedBy(SessionInstance session) {
    InstanceState state = session.instanceState();
    while (true) {
      CompletableFuture<SaveOutcome> pending = state.saves().last();
      // Before the notes: a refused save notes its changes again, and then completes.
      boolean isDone = pending.isDone();
      if (mayDiffer(session)) {
        return null;
      }
      // After them: a save that another request began meanwhile may have taken the notes along.
      if (state.saves().last() == pending) {
        return isDone ? NO_SAVE : pending.thenApply(InstanceChanges::ofAnother);
      }
    }
  }

  /** The outcome of an earlier save for a request that has nothing to add. */
  private static SaveOutcome ofAnother(SaveOutcome outcome) {
    return outcome == SaveOutcome.SAVED ? SaveOutcome.UNCHANGED : outcome;
  }
}
