package io.holdfast.core.nonsticky;

import io.holdfast.core.nonsticky.NonStickyAttributes.Encoded;
import java.util.List;

/**
 * Tells whether an instance of a non-sticky session has something to store: at once, from the notes
 * of changes ({@link #mayDiffer}), or exactly, once it is encoded ({@link #differs}).
 */
public final class NonStickyChanges {

  private NonStickyChanges() {}

  /** Whether a save may have something to do; cheap. */
  public static boolean mayDiffer(NonStickySession session) {
    NonStickyState state = session.instanceState();
    boolean isRefused = state.refusal() != null; // and perhaps forgotten for that
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
  private static boolean isToBeSavedAnyway(NonStickySession session) {
    NonStickyState state = session.instanceState();
    return (state.refusal() == null ? state.isUnsaved() : state.isWishRefused())
        || !NonStickyState.headerOf(session).equals(state.header());
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
    // In this order: a refused save notes its changes again before it completes.
    return session.instanceState().pendingSave().isDone() && !mayDiffer(session);
  }
}
