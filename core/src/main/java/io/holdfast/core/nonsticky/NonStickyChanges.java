package io.holdfast.core.nonsticky;

import io.holdfast.core.nonsticky.NonStickyAttributes.Encoded;
import java.util.List;

/**
 * Tells whether an instance of a non-sticky session has something to store: at once, from what was
 * noted ({@link #mayDiffer}), or exactly, once it is encoded ({@link #differs}).
 */
public final class NonStickyChanges {

  private NonStickyChanges() {}

  /** Whether a save could do anything; cheap. */
  public static boolean mayDiffer(NonStickySession session) {
    NonStickyState state = session.sharedState();
    boolean isRefused = state.refusal() != null; // and perhaps forgotten for that
    if (!isRefused && (!session.isLive() || state.hasEnded())) {
      return false;
    }
    return session.sharedAttributes().mayHaveChanged() || isToBeSavedAnyway(session);
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
  private static boolean isToBeSavedAnyway(NonStickySession session) {
    NonStickyState state = session.sharedState();
    return (state.refusal() == null ? state.isUnsaved() : state.isWishRefused())
        || !NonStickyState.headerOf(session).equals(state.header());
  }

  /** Equal to any earlier one as long as nothing was set in the session; cheap. */
  public static Object mark(NonStickySession session) {
    return List.of(session.sharedAttributes().sets(), NonStickyState.headerOf(session));
  }

  /**
   * Whether a request that has seen the session can be answered at once: nothing of it is on its
   * way to the store, and nothing has to go there.
   */
  public static boolean isSettled(NonStickySession session) {
    // In this order: a save that is refused gives back what it had taken before it is over.
    return session.sharedState().pendingSave().isDone() && !mayDiffer(session);
  }
}
