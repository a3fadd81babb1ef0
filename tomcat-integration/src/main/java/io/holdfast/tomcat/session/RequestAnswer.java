package io.holdfast.tomcat.session;

import io.holdfast.sessions.engine.AnswerState;
import org.jspecify.annotations.Nullable;

/** What the client of one request has of the answer, and what of the session was saved for it. */
final class RequestAnswer {

  private @Nullable HoldfastSession savedSession;
  private @Nullable Object savedMark;

  /** True if all that was changed when the response was let out last is stored. */
  private boolean stored = true;

  private boolean complete;

  /** What the instances know of that. */
  private final AnswerState state = new AnswerState();

  /** The instance that knows that this request is answered. */
  private @Nullable HoldfastSession toldTo;

  AnswerState state() {
    return state;
  }

  /** All that was set in the session until then is saved, as well as can be. */
  synchronized void savedUpTo(HoldfastSession session, Object mark) {
    savedSession = session;
    savedMark = mark;
  }

  /** Returns whether nothing was set in the session since it was saved. */
  synchronized boolean isSavedUpTo(HoldfastSession session, Object mark) {
    return savedSession == session && mark.equals(savedMark);
  }

  /**
   * The response may be let out, or flows.
   *
   * @param isStored whether all that was changed until now is stored; else it must not be taken for
   *     changed behind the answer, whenever it is stored
   */
  synchronized void letsOut(boolean isStored) {
    stored = isStored;
  }

  /**
   * The client is told that the request failed. It may ask again, elsewhere: what this request has
   * changed, or changes from now on, gives way to what others store.
   */
  synchronized void isRefused(@Nullable HoldfastSession session) {
    stored = true;
    isComplete(session);
  }

  /** The client may have all of it: what is changed from now on is changed behind it. */
  synchronized void isComplete(@Nullable HoldfastSession session) {
    complete = true;
    tell(session);
  }

  /** An instance that the request found behind its answer learns that, too. */
  synchronized void usesBehind(HoldfastSession session) {
    if (complete) {
      tell(session);
    }
  }

  private void tell(@Nullable HoldfastSession session) {
    if (stored && session != null && toldTo != session) {
      toldTo = session;
      state.isNowComplete();
      session.instanceState().use().requestAnswered();
    }
  }
}
